import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import { type FormEvent, useState } from 'react'
import { DeskButton, FieldList, LabelledInput, Loaded, NoState, PageHead, Panel, ScrolledList } from './elements.tsx'
import { goTo, useAct, useAddress, useRead } from './hooks.ts'
import { PromptDialog } from './prompt-dialog.tsx'
import { minuteText } from './texts.ts'

const PATH = '/companies'

/** Companies that no page shows, and a company that is looked up. */
export function CompaniesPage() {
  const run = useAct()
  const { params } = useAddress()
  const after = params.get('after')
  const company = params.get('company')
  const list = useRead('companies list', { after })
  const [lifted, setLifted] = useState<DeskOutput<'companies list'>['items'][number] | null>(null)
  return (
    <>
      <PageHead title="企业" note={list.data && `已隐藏或移除 ${list.data.total} 家`} />
      <div className="split">
        <ScrolledList
          query={list}
          heads={['企业', '理由', '时间', '操作']}
          numbers={2}
          empty={<NoState title="没有隐藏或移除的企业" />}
          renderRow={(item) => (
            <tr key={item.id}>
              <td>
                {item.name} <span className="tag mute">{item.state === 'hidden' ? '已隐藏' : '已移除'}</span>
                <span className="two">{item.id}</span>
              </td>
              <td>
                {item.reason}
                <span className="two">{item.operator}</span>
              </td>
              <td className="num">{minuteText(item.at)}</td>
              <td className="num">
                <DeskButton text="恢复" look="small" onClick={() => setLifted(item)} />
              </td>
            </tr>
          )}
        />
        <aside className="column side-column first">
          <Search key={company} company={company ?? ''} />
          {company !== null && <Found key={`found ${company}`} company={company} />}
        </aside>
      </div>
      {lifted !== null && (
        <PromptDialog
          title={`恢复 ${lifted.name}？`}
          text={lifted.state === 'hidden' ? '几秒内恢复显示，内容与隐藏前相同。' : '内容已删除，下次导入时收录。'}
          confirm="恢复"
          onConfirm={() => run('companies lift', { id: lifted.id })}
          onClose={() => setLifted(null)}
        />
      )}
    </>
  )
}

function Search({ company }: { company: string }) {
  const [typed, setTyped] = useState(company)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') goTo(PATH, { company: typed.trim() })
  }
  return (
    <form className="section" aria-label="查找企业" onSubmit={submit}>
      <LabelledInput label="代码、注册号、全称或 id" type="search" value={typed} maxLength={128} onChange={setTyped} />
      <DeskButton text="查找" type="submit" />
    </form>
  )
}

const steps = {
  'companies hide': { verb: '隐藏', text: '内容保留，恢复后与现在相同。' },
  'companies remove': { verb: '移除', text: '内容删除，恢复后下次导入才收录。' },
} as const

/** A company with the sources of its facts, and what taking it out changes. */
function Found({ company }: { company: string }) {
  const run = useAct()
  const found = useRead('companies show', { company })
  const [step, setStep] = useState<keyof typeof steps | null>(null)
  return (
    <Loaded query={found}>
      {({ id, name, creditCode, follows, views, records, sources, imports, formerIds, mergedByName }) => (
        <>
          <Panel title={name}>
            <FieldList
              rows={[
                ['代码', creditCode],
                ['id', id],
                ['曾用 id', formerIds.length === 0 ? null : formerIds.join('、')],
                ['合并', mergedByName === 0 ? null : `按名称合并 ${mergedByName} 家`],
                ['导入', imports.length === 0 ? null : imports.map((number) => `#${number}`).join('、')],
                ['记录', `${records} 条`],
                ['关注', `${follows} 人`],
                ['浏览', `${views} 次`],
              ]}
            />
            <div className="row">
              {(['companies hide', 'companies remove'] as const).map((one) => (
                <DeskButton text={steps[one].verb} key={one} look="danger" onClick={() => setStep(one)} />
              ))}
            </div>
          </Panel>
          <Panel title="内容的来源">
            <ul>
              {sources.map((source) => (
                <li key={`${source.name} ${source.asOf}`} className="note">
                  <b>{source.name}</b> <span className="quiet">{source.asOf ?? '日期不详'}</span>
                  <span className="two">{source.facts.join('、')}</span>
                </li>
              ))}
            </ul>
          </Panel>
          {step !== null && (
            <PromptDialog
              title={`${steps[step].verb} ${name}？`}
              text={
                <>
                  页面、搜索、列表、数量、图谱、海报与百言中不再有这家企业，再次导入也不收录。{steps[step].text}
                  记录 {records} 条留给其他企业，关注与浏览记录保留、不显示。
                </>
              }
              reason="理由"
              needsCode
              isDanger
              confirm={steps[step].verb}
              onConfirm={async ({ reason, totp }) => {
                await run(step, { company: id, reason, dryRun: false }, totp)
                goTo(PATH)
              }}
              onClose={() => setStep(null)}
            />
          )}
        </>
      )}
    </Loaded>
  )
}
