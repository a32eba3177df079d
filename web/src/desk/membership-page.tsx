import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import { type ManagedChoice, managedRulesSchema } from '@baiqicha/contract/desk/membership'
import { type FormEvent, useState } from 'react'
import { moved, useContentDraft } from './content-draft.ts'
import { ContentForm } from './content-publication.tsx'
import { Choices, DeskButton, LabelledInput, Loaded, NoState, PagedList, PageHead } from './elements.tsx'
import { addressOf, goTo, useAct, useAddress, useRead } from './hooks.ts'
import { PromptDialog } from './prompt-dialog.tsx'
import { minuteText } from './texts.ts'

const GRANTS = '/membership/grants'

/** The choices and limits of membership, and the memberships of accounts. */
export function MembershipPage({ rest }: { rest: string }) {
  const isGrants = rest === 'grants'
  return (
    <>
      <PageHead title="会员">
        <Choices
          label="内容"
          choices={[
            ['身份与行业', addressOf('/membership'), !isGrants],
            ['会员', addressOf(GRANTS), isGrants],
          ]}
        />
      </PageHead>
      {isGrants ? <Grants /> : <Rules />}
    </>
  )
}

function Rules() {
  const shown = useRead('content show', { place: 'membership' })
  return <Loaded query={shown}>{(current) => <RulesEditor key={current.version} current={current} />}</Loaded>
}

const limits = [
  ['giftYears', '赠送年数'],
  ['careerLimit', '身份最多选几项'],
  ['industryLimit', '行业最多选几项'],
] as const

function RulesEditor({ current }: { current: DeskOutput<'content show'> }) {
  const draft = useContentDraft('membership', current, managedRulesSchema)
  const { value, change, errorOf } = draft
  return (
    <ContentForm label="身份与行业" place="membership" base={current.version} draft={draft}>
      <div className="section narrow">
        {limits.map(([field, label]) => (
          <LabelledInput
            key={field}
            label={label}
            value={String(value[field])}
            error={errorOf(field)}
            maxLength={3}
            onChange={(text) => change({ ...value, [field]: Number(text.replaceAll(/\D/g, '')) })}
          />
        ))}
        <p className="quiet">协议中写明的数目须一并修改。</p>
      </div>
      {(['careers', 'industries'] as const).map((list) => (
        <ChoiceList
          key={list}
          label={list === 'careers' ? '身份' : '行业'}
          choices={value[list]}
          errorOf={(id, field) => errorOf(`${list}[${id}].${field}`)}
          onChange={(choices) => change({ ...value, [list]: choices })}
        />
      ))}
    </ContentForm>
  )
}

type ChoiceListProps = {
  label: string
  choices: readonly ManagedChoice[]
  errorOf: (id: string, field: string) => string | undefined
  onChange: (choices: ManagedChoice[]) => void
}

/** Choices in their order. One is retired, never deleted: users have chosen it. */
function ChoiceList({ label, choices, errorOf, onChange }: ChoiceListProps) {
  const set = (id: string, next: Partial<ManagedChoice>) =>
    onChange(choices.map((one) => (one.id === id ? { ...one, ...next } : one)))
  return (
    <fieldset className="section">
      <legend className="spoken">{label}</legend>
      <h2>
        {label} <span className="quiet">{choices.filter(({ retired }) => retired !== true).length} 项在用</span>
      </h2>
      <ol>
        {choices.map(({ id, name, retired = false }, at) => (
          <li key={id} className="row choice">
            <LabelledInput
              label={`${label} ${id}`}
              value={name}
              error={errorOf(id, 'name')}
              maxLength={12}
              onChange={(text) => set(id, { name: text })}
            />
            <DeskButton
              text="↑"
              look="small"
              aria-label={`上移 ${name}`}
              disabled={at === 0}
              onClick={() => onChange(moved(choices, at, at - 1))}
            />
            <DeskButton
              text={retired ? '启用' : '停用'}
              look="small"
              aria-label={`${retired ? '启用' : '停用'} ${name}`}
              onClick={() => set(id, { retired: !retired })}
            />
            {retired && <span className="tag mute">已停用</span>}
          </li>
        ))}
      </ol>
      <DeskButton
        text={`添加${label}`}
        look="small"
        onClick={() => onChange([...choices, { id: `c${Date.now().toString(36)}`, name: '' }])}
      />
    </fieldset>
  )
}

type Grant = DeskOutput<'membership grants'>['items'][number]

function Grants() {
  const { params } = useAddress()
  const mobile = params.get('mobile') ?? ''
  const [typed, setTyped] = useState(mobile)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    goTo(GRANTS, { mobile: typed.trim() })
  }
  return (
    <>
      <form className="tools" aria-label="查找会员" onSubmit={submit}>
        <input
          type="search"
          aria-label="遮盖的手机号"
          placeholder="138****8000"
          value={typed}
          maxLength={11}
          onChange={(event) => setTyped(event.target.value)}
        />
        <DeskButton text="查找" type="submit" look="small" />
      </form>
      {mobile === '' ? <NoState title="按遮盖的手机号查找" text="如 138****8000" /> : <FoundGrants mobile={mobile} />}
    </>
  )
}

function FoundGrants({ mobile }: { mobile: string }) {
  const run = useAct()
  const found = useRead('membership grants', { mobile })
  const [asked, setAsked] = useState<{ grant: Grant; isEnd: boolean } | null>(null)
  return (
    <div className="scroll">
      <PagedList
        query={found}
        heads={['账户', '来源', '到期', '操作']}
        numbers={2}
        empty={<NoState title="没有符合的会员" />}
        renderRow={(grant) => (
          <tr key={grant.userId}>
            <td>
              {grant.mobileMasked}
              <span className="two">{grant.userId}</span>
            </td>
            <td>{grant.source ?? '-'}</td>
            <td className="num">{minuteText(grant.endsAt)}</td>
            <td className="num">
              <DeskButton text="改期" look="small" onClick={() => setAsked({ grant, isEnd: false })} />{' '}
              <DeskButton text="结束" look="small danger" onClick={() => setAsked({ grant, isEnd: true })} />
            </td>
          </tr>
        )}
      />
      {asked !== null && (
        <PromptDialog
          title={
            asked.isEnd ? `结束 ${asked.grant.mobileMasked} 的会员？` : `更改 ${asked.grant.mobileMasked} 的会员？`
          }
          text={asked.isEnd ? '随即失去会员权益。' : '会员到所填的一天结束时到期。'}
          {...(!asked.isEnd && { day: '最后一天' })}
          reason="理由"
          needsCode
          isDanger={asked.isEnd}
          confirm={asked.isEnd ? '结束' : '更改'}
          onConfirm={({ day, reason, totp }) =>
            run('membership change', { userId: asked.grant.userId, until: asked.isEnd ? '' : day, reason }, totp)
          }
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}
