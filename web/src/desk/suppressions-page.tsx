import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import { kindTable } from '@baiqicha/contract/records/kind-table'
import { type FormEvent, useState } from 'react'
import {
  DeskButton,
  ErrorLine,
  FieldList,
  LabelledInput,
  Loaded,
  NoState,
  PageHead,
  ScrolledList,
} from './elements.tsx'
import { useAct, useAddress, useAttempt, useRead } from './hooks.ts'
import { PromptDialog } from './prompt-dialog.tsx'
import { minuteText } from './texts.ts'

type Effects = DeskOutput<'suppress add'>

/** Records and persons that are not shown. */
export function SuppressionsPage() {
  const run = useAct()
  const after = useAddress().params.get('after')
  const list = useRead('suppress list', { after })
  const [lifted, setLifted] = useState<string | null>(null)
  return (
    <>
      <PageHead title="记录与人员屏蔽" note={list.data && `${list.data.total} 条`} />
      <div className="split">
        <ScrolledList
          query={list}
          heads={['对象', '理由', '时间', '操作']}
          numbers={2}
          empty={<NoState title="没有屏蔽" />}
          renderRow={(item) => (
            <tr key={item.id}>
              <td>
                {item.recordId === null ? `人员 ${item.person}` : `记录 ${item.recordId}`}
                <span className="two">{item.subjectKeys.join('、')}</span>
              </td>
              <td>{item.reason}</td>
              <td className="num">{minuteText(item.createdAt)}</td>
              <td className="num">
                <DeskButton text="解除" look="small" onClick={() => setLifted(item.id)} />
              </td>
            </tr>
          )}
        />
        <aside className="column side-column">
          <AddForm />
        </aside>
      </div>
      {lifted !== null && (
        <PromptDialog
          title="解除这条屏蔽？"
          text="没有其他屏蔽的记录恢复显示。"
          reason="理由"
          confirm="解除"
          onConfirm={({ reason }) => run('suppress remove', { id: lifted, reason })}
          onClose={() => setLifted(null)}
        />
      )}
    </>
  )
}

/** A dry run lists what will be hidden before the suppression is added. */
function AddForm() {
  const run = useAct()
  const [recordId, setRecordId] = useState('')
  const [person, setPerson] = useState('')
  const [company, setCompany] = useState('')
  const [effects, setEffects] = useState<Effects | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const { error, attempt } = useAttempt()
  const target = { recordId: recordId.trim(), person: person.trim(), company: company.trim() }
  const change = (set: (text: string) => void) => (text: string) => {
    set(text)
    setEffects(null)
  }
  function preview(event: FormEvent) {
    event.preventDefault()
    void attempt(async () => setEffects(await run('suppress add', { ...target, reason: '', dryRun: true })))
  }
  const fields: [string, string, (text: string) => void][] = [
    ['记录 id', recordId, change(setRecordId)],
    ['或人员姓名', person, change(setPerson)],
    ['与企业 id 或代码', company, change(setCompany)],
  ]
  return (
    <form className="section" onSubmit={preview}>
      <h2>添加屏蔽</h2>
      {fields.map(([label, value, onChange]) => (
        <LabelledInput key={label} label={label} value={value} maxLength={64} onChange={onChange} />
      ))}
      <ErrorLine text={error} />
      {effects?.id === null && <EffectList effects={effects} />}
      {effects !== null && effects.id !== null && (
        <output className="note">已屏蔽，涉及现有记录 {effects.recordsHidden} 条。</output>
      )}
      <div className="row">
        <DeskButton text="预览" type="submit" />
        <DeskButton
          text="屏蔽"
          look="danger end"
          disabled={effects === null || effects.id !== null}
          onClick={() => setIsAsking(true)}
        />
      </div>
      {isAsking && (
        <PromptDialog
          title="屏蔽以上内容？"
          text="立即生效，以后导入的同样屏蔽。"
          reason="理由"
          needsCode
          isDanger
          confirm="屏蔽"
          onConfirm={async ({ reason, totp }) =>
            setEffects(await run('suppress add', { ...target, reason, dryRun: false }, totp))
          }
          onClose={() => setIsAsking(false)}
        />
      )}
    </form>
  )
}

/** What a suppression hides, before it is added. */
function EffectList({ effects: { traces, record } }: { effects: Effects }) {
  if (record !== null) return <RecordEffectList record={record} />
  if (traces === null) return null
  return (
    <div className="note">
      <FieldList
        rows={[
          ['企业', traces.company.name],
          ['法定代表人', traces.isRepresentative ? '不再显示' : '不是此人'],
          ['记录', `${traces.records.length} 条`],
          ['变更动态', `${traces.changes} 条`],
          ['百言回答', `${traces.answers} 条`],
        ]}
      />
      <ul>
        {traces.records.map(({ id, kind, publishedOn }) => (
          <li key={id}>
            {kindTable[kind].title} {publishedOn ?? '日期不详'}
          </li>
        ))}
      </ul>
    </div>
  )
}

type RecordEffectListProps = { record: NonNullable<Effects['record']>; withLines?: boolean }

function RecordEffectList({ record, withLines = true }: RecordEffectListProps) {
  const { kind, publishedOn, isHidden, companies, lines } = record
  const names = companies.map(({ name }) => name).join('、')
  return (
    <div className="note">
      <b>
        {kindTable[kind].title} {publishedOn ?? '日期不详'}
      </b>
      {withLines && <FieldList rows={lines.map(({ label, value }): [string, string] => [label, value])} />}
      <p>
        {isHidden
          ? '这条记录已不显示。'
          : `不再显示于：${names || '收录的企业之外'}的页面、列表、计数、标签、动态与百言。`}
      </p>
    </div>
  )
}

/** A dry run of the suppression that a decision causes. */
export function SuppressionPreview({ recordId }: { recordId: string }) {
  const effects = useRead('suppress add', { recordId, reason: '', dryRun: true })
  // The page shows the fields of the record already.
  return (
    <Loaded query={effects}>
      {({ record }) => record !== null && <RecordEffectList record={record} withLines={false} />}
    </Loaded>
  )
}
