import { recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { expect, it } from 'vitest'
import { eventSentence, type QuotedEvent } from './event-text.rules.ts'

const event = (deviation: Partial<QuotedEvent>): QuotedEvent => ({
  kind: 'executedPerson',
  change: 'added',
  field: null,
  value_before: null,
  value_after: null,
  event_date: null,
  ...deviation,
})

it.each([
  [{ field: 'filedDate', event_date: '2026-11-02' }, '新增被执行人信息 1 条（立案 2026-11-02）'],
  [{}, '新增被执行人信息 1 条'],
  [{ kind: 'courtAnnouncement', field: 'hearingAt', event_date: '2026-12-01' }, '新增开庭公告 1 条（开庭 2026-12-01）'],
  [{ kind: 'shareholderInfo' }, '新增股东信息 1 条'],
  [{ kind: 'reportedRepresentative' }, '新增历年法定代表人（年报） 1 条'],
  [{ kind: 'businessRisk', change: 'removed', event_date: '2026-11-01' }, '移出经营异常信息 1 条（移出 2026-11-01）'],
  [{ change: 'removed' }, '移出被执行人信息 1 条'],
  [{ change: 'restored', event_date: null }, '恢复被执行人信息 1 条'],
  [{ change: 'changed', field: 'execAmount,caseState' }, '变更被执行人信息 1 条（执行标的、案件状态）'],
  [
    { change: 'changed', field: 'execAmount,caseState,court,applicant' },
    '变更被执行人信息 1 条（执行标的、案件状态、执行法院等）',
  ],
  [{ change: 'changed', field: 'unknownField' }, '变更被执行人信息 1 条'],
] satisfies [Partial<QuotedEvent>, string][])('quotes the record: %j', (deviation, sentence) => {
  expect(eventSentence(event(deviation), false)).toBe(sentence)
})

it('says that an objection to the record is open', () => {
  const added = event({ field: 'filedDate', event_date: '2026-11-02' })
  expect(eventSentence(added, true)).toBe('新增被执行人信息 1 条（立案 2026-11-02，异议处理中）')
})

it('quotes both values of a fact, and only its label when they are long', () => {
  const fact = { kind: 'fact', change: 'changed' } as const
  const status = event({ ...fact, field: 'status', value_before: '存续', value_after: '注销' })
  expect(eventSentence(status, false)).toBe('变更 登记状态：存续 → 注销')
  const scope = event({ ...fact, field: 'scope', value_before: '演'.repeat(40), value_after: '示'.repeat(40) })
  expect(eventSentence(scope, false)).toBe('变更 经营范围')
})

it('treats additions and removals alike, for every kind', () => {
  for (const kind of recordKindKeys) {
    const [added, removed] = (['added', 'removed'] as const).map((change) =>
      eventSentence(event({ kind, change }), false),
    )
    expect(removed?.replace('移出', '')).toBe(added?.replace('新增', ''))
    expect(added).not.toContain('信息信息')
  }
})
