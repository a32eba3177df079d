import { correctionReasonLabel } from '@baiqicha/contract/correction'
import { totalText } from '@baiqicha/contract/desk/action'
import { type DeskActionName, type DeskOutput, mayRun } from '@baiqicha/contract/desk/actions'
import { alarmLabels, checkTexts } from '@baiqicha/contract/desk/operations'
import { signedInSchema } from '@baiqicha/contract/desk/operators'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { DeskLink, Loaded, NoState, PageHead } from './elements.tsx'
import { addressOf, useAddress, useNow, useRead } from './hooks.ts'
import { dueText, isSoon, minuteText, waitText } from './texts.ts'

/** Kinds of work; each is a counter and a filter. */
const kinds = ['overdue', 'soon', 'feedback', 'updates', 'inclusions', 'alarms'] as const
type Kind = (typeof kinds)[number]

/** What waits for the operator, by role: objections by due date, then feedback. */
export function TodoPage() {
  const now = useNow()
  const { params } = useAddress()
  const only = kinds.find((kind) => kind === params.get('only')) ?? null
  const session = z.safeParse(signedInSchema, useQueryClient().getQueryData(['session']))
  const roles = session.success ? session.data.roles : []
  const mayReview = mayRun(roles, 'corrections list')
  const maySupport = mayRun(roles, 'feedback list')
  const mayUpdate = mayRun(roles, 'updates list')
  const mayAlarm = mayRun(roles, 'alarms list')
  const queue = only === 'overdue' || only === 'soon' ? only : 'open'
  const corrections = useRead('corrections list', { queue }, { enabled: mayReview })
  const feedback = useRead('feedback list', {}, { enabled: maySupport })
  const updates = useRead('updates list', {}, { enabled: mayUpdate })
  const inclusions = useRead('inclusions list', {}, { enabled: mayUpdate })
  const alarms = useRead('alarms list', {}, { enabled: mayAlarm })
  const shows = (...some: Kind[]) => only === null || some.includes(only)
  const failed = alarms.data && alarms.data.imports.length + alarms.data.services.length + alarms.data.operations.length
  return (
    <>
      <PageHead title="待办" note={minuteText(now)} />
      <nav className="strip" aria-label="类别">
        {mayReview && <Counter kind="overdue" label="逾期" count={corrections.data?.overdue} tone="risk" only={only} />}
        {mayReview && <Counter kind="soon" label="3 天内到期" count={corrections.data?.soon} tone="warn" only={only} />}
        {maySupport && <Counter kind="feedback" label="等待回复" count={feedback.data?.total} only={only} />}
        {mayUpdate && <Counter kind="updates" label="更新申请" count={updates.data?.total} only={only} />}
        {mayUpdate && <Counter kind="inclusions" label="收录申请" count={inclusions.data?.total} only={only} />}
        {mayAlarm && <Counter kind="alarms" label="告警与导入" count={failed} tone="risk" only={only} />}
      </nav>
      <div className="scroll">
        {alarms.data?.newRelease != null && (
          <p className="section quiet">有新版本 {alarms.data.newRelease}，升级方法见发布说明。</p>
        )}
        {mayAlarm && shows('alarms') && (only !== null || failed !== 0) && <AlarmGroup list={alarms} />}
        {mayReview && shows('overdue', 'soon') && <OpenCorrections list={corrections} />}
        {maySupport && shows('feedback') && <WaitingFeedback list={feedback} />}
        {mayUpdate && shows('updates') && <Requests list={updates} />}
        {mayUpdate && shows('inclusions') && <Inclusions list={inclusions} />}
        {!mayReview && !maySupport && !mayUpdate && <NoState title="您的角色没有待办" />}
      </div>
    </>
  )
}

type CounterProps = {
  kind: Kind
  label: string
  /** Absent: it is not loaded. */
  count: number | null | undefined
  tone?: 'risk' | 'warn'
  /** The filter of the page. */
  only: Kind | null
}

/** A number that shows its kind alone, and everything again. */
const Counter = ({ kind, label, count, tone, only }: CounterProps) => (
  <a href={addressOf('/', { only: only === kind ? null : kind })} aria-current={only === kind ? 'true' : undefined}>
    <span className="two">{label}</span>{' '}
    <b className={count ? tone : undefined}>{typeof count === 'number' ? totalText(count) : '-'}</b>
  </a>
)

type ListOf<K extends DeskActionName> = { list: UseQueryResult<DeskOutput<K>> }

function Group({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <table>
      <caption>
        {title} <span className="quiet">{totalText(count)}</span>
      </caption>
      <tbody>
        {count === 0 ? (
          <tr>
            <td className="quiet">没有待办。</td>
          </tr>
        ) : (
          children
        )}
      </tbody>
    </table>
  )
}

type ItemGroupProps<T> = {
  title: string
  list: UseQueryResult<{ items: readonly T[]; total: number | null }>
  /** The `tr` of an item. */
  renderRow: (item: T) => ReactNode
}

/** The first items of a list, with the number of all. */
const ItemGroup = <T,>({ title, list, renderRow }: ItemGroupProps<T>) => (
  <Loaded query={list}>
    {({ items, total }) => (
      <Group title={title} count={total ?? 0}>
        {items.map(renderRow)}
      </Group>
    )}
  </Loaded>
)

/** Failed imports and failing services. */
function AlarmGroup({ list }: ListOf<'alarms list'>) {
  return (
    <Loaded query={list}>
      {({ imports, services, operations }) => (
        <Group title="告警与导入" count={imports.length + services.length + operations.length}>
          {operations.map(({ key, text }) => (
            <tr key={key + text}>
              <td className="key">{alarmLabels[key]}</td>
              <td className="risk" colSpan={2}>
                {text}
              </td>
            </tr>
          ))}
          {services.map(({ key, failedAt, cause }) => (
            <tr key={key}>
              <td className="key">
                <DeskLink to={addressOf('/checks')} text={`${checkTexts[key].label}失败`} />
              </td>
              <td className="risk">{cause}</td>
              <td className="num">{minuteText(failedAt)}</td>
            </tr>
          ))}
          {imports.map(({ number, fileName, sourceId, state, endedAt }) => (
            <tr key={number}>
              <td className="key">
                <DeskLink
                  to={addressOf(`/imports/${number}`)}
                  text={`${state === 'stopped' ? '导入' : '撤销导入'}中止 #${number}`}
                />
              </td>
              <td>
                {fileName} <span className="quiet">{sourceId}</span>
              </td>
              <td className="num">{minuteText(endedAt)}</td>
            </tr>
          ))}
        </Group>
      )}
    </Loaded>
  )
}

function OpenCorrections({ list }: ListOf<'corrections list'>) {
  const now = useNow()
  return (
    <ItemGroup
      title="纠错与异议"
      list={list}
      renderRow={(item) => (
        <tr key={item.number}>
          <td className="key">
            <DeskLink to={addressOf(`/corrections/${item.number}`)} text={item.number} />
          </td>
          <td>
            {correctionReasonLabel(item.reason)} · {item.title} <span className="quiet">{item.companyName}</span>
          </td>
          <td className={`num ${item.isOverdue ? 'risk' : isSoon(item.dueAt, now) ? 'warn' : ''}`}>
            {dueText(item.dueAt, now)}
          </td>
        </tr>
      )}
    />
  )
}

function WaitingFeedback({ list }: ListOf<'feedback list'>) {
  const now = useNow()
  return (
    <ItemGroup
      title="等待回复的反馈"
      list={list}
      renderRow={(item) => (
        <tr key={item.number}>
          <td className="key">
            <DeskLink to={addressOf(`/feedback/${item.number}`)} text={item.number} />
          </td>
          <td>
            {item.kind} · {item.excerpt}
          </td>
          <td className="num">{waitText(item.createdAt, now)}</td>
        </tr>
      )}
    />
  )
}

type RequestRowProps = { title: string; subject: string; requests: number }

const RequestRow = ({ title, subject, requests }: RequestRowProps) => (
  <tr>
    <td className="key">
      <DeskLink to={addressOf('/requests')} text={title} />
    </td>
    <td>{subject}</td>
    <td className="num">{requests} 人</td>
  </tr>
)

const Requests = ({ list }: ListOf<'updates list'>) => (
  <ItemGroup
    title="更新申请"
    list={list}
    renderRow={({ companyId, companyName, requests }) => (
      <RequestRow key={companyId} title="更新申请" subject={companyName} requests={requests} />
    )}
  />
)

const Inclusions = ({ list }: ListOf<'inclusions list'>) => (
  <ItemGroup
    title="收录申请"
    list={list}
    renderRow={({ keyword, requests }) => (
      <RequestRow key={keyword} title="收录申请" subject={keyword} requests={requests} />
    )}
  />
)
