import { correctionReasonLabel } from '@baiqicha/contract/correction'
import { mayRun } from '@baiqicha/contract/desk/actions'
import { checkTexts } from '@baiqicha/contract/desk/checks'
import { signedInSchema } from '@baiqicha/contract/desk/session'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { addressOf } from './address.ts'
import { PageHead } from './page-head.tsx'
import { Loaded, NoState } from './states.tsx'
import { dueText, isSoon, minuteText, waitText } from './time-text.ts'
import { useRead } from './use-action.ts'
import { useNow } from './use-now.ts'

/** What waits for the operator, by role: objections by due date, then feedback. */
export function TodoPage() {
  const now = useNow()
  const session = z.safeParse(signedInSchema, useQueryClient().getQueryData(['session']))
  const roles = session.success ? session.data.roles : []
  const mayReview = mayRun(roles, 'corrections list')
  const maySupport = mayRun(roles, 'feedback list')
  const mayUpdate = mayRun(roles, 'updates list')
  const mayAlarm = mayRun(roles, 'alarms list')
  return (
    <>
      <PageHead title="待办" note={minuteText(now)} />
      <div className="scroll">
        {mayAlarm && <AlarmGroup />}
        {mayReview && <OpenCorrections />}
        {maySupport && <WaitingFeedback />}
        {mayUpdate && <Requests />}
        {!mayReview && !maySupport && !mayUpdate && <NoState title="您的角色没有待办" />}
      </div>
    </>
  )
}

function Group({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <table>
      <caption>
        {title} <span className="quiet">{count}</span>
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

/** Failed imports and failing services; nothing is shown while there are none. */
function AlarmGroup() {
  const list = useRead('alarms list', {})
  return (
    <Loaded query={list}>
      {({ imports, services }) =>
        imports.length + services.length > 0 && (
          <Group title="告警与导入" count={imports.length + services.length}>
            {services.map(({ key, failedAt, cause }) => (
              <tr key={key}>
                <td className="key">
                  <a className="link" href={addressOf('/checks')}>
                    {checkTexts[key].label}失败
                  </a>
                </td>
                <td className="risk">{cause}</td>
                <td className="num">{minuteText(failedAt)}</td>
              </tr>
            ))}
            {imports.map(({ number, fileName, sourceId, state, endedAt }) => (
              <tr key={number}>
                <td className="key">
                  <a className="link" href={addressOf(`/imports/${number}`)}>
                    {state === 'stopped' ? '导入' : '撤销导入'}中止 #{number}
                  </a>
                </td>
                <td>
                  {fileName} <span className="quiet">{sourceId}</span>
                </td>
                <td className="num">{minuteText(endedAt)}</td>
              </tr>
            ))}
          </Group>
        )
      }
    </Loaded>
  )
}

function OpenCorrections() {
  const list = useRead('corrections list', {})
  const now = useNow()
  return (
    <Loaded query={list}>
      {({ items, total }) => (
        <Group title="纠错与异议" count={total}>
          {items.map((item) => (
            <tr key={item.number}>
              <td className="key">
                <a className="link" href={addressOf(`/corrections/${item.number}`)}>
                  {item.number}
                </a>
              </td>
              <td>
                {correctionReasonLabel(item.reason)} · {item.title} <span className="quiet">{item.companyName}</span>
              </td>
              <td className={`num ${item.isOverdue ? 'risk' : isSoon(item.dueAt, now) ? 'warn' : ''}`}>
                {dueText(item.dueAt, now)}
              </td>
            </tr>
          ))}
        </Group>
      )}
    </Loaded>
  )
}

function WaitingFeedback() {
  const list = useRead('feedback list', {})
  const now = useNow()
  return (
    <Loaded query={list}>
      {({ items, total }) => (
        <Group title="等待回复的反馈" count={total}>
          {items.map((item) => (
            <tr key={item.number}>
              <td className="key">
                <a className="link" href={addressOf(`/feedback/${item.number}`)}>
                  {item.number}
                </a>
              </td>
              <td>
                {item.kind} · {item.excerpt}
              </td>
              <td className="num">等待 {waitText(item.createdAt, now)}</td>
            </tr>
          ))}
        </Group>
      )}
    </Loaded>
  )
}

function Requests() {
  const updates = useRead('updates list', {})
  return (
    <Loaded query={updates}>
      {({ items }) => (
        <Group title="更新申请" count={items.length}>
          {items.map((item) => (
            <tr key={item.companyId}>
              <td className="key">
                <a className="link" href={addressOf('/requests')}>
                  更新申请
                </a>
              </td>
              <td>{item.companyName}</td>
              <td className="num">{item.requests} 人</td>
            </tr>
          ))}
        </Group>
      )}
    </Loaded>
  )
}
