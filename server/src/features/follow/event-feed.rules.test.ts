import { recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { describe, expect, it } from 'vitest'
import {
  eventSentence,
  type ListedEvent,
  mergeFeed,
  type QuotedEvent,
  type Viewing,
  viewOfEvent,
} from './event-feed.rules.ts'

const viewing: Viewing = { today: '2026-11-23', fromSeq: 10, suppressedPersons: new Set() }

const event = (deviation: Partial<ListedEvent> = {}): ListedEvent => ({
  company_id: 'c-a',
  subject_key: 'c:1',
  seq: 20,
  kind: 'executedPerson',
  change: 'added',
  record_id: 'r-1',
  field: null,
  person_before: null,
  person_after: null,
  imported_at: 1,
  is_late: 0,
  standing: 'current',
  display_until: null,
  removed_on: null,
  is_disputed: 0,
  is_hidden: 0,
  ...deviation,
})

describe('an event', () => {
  it.each([
    ['a current record', {}, 'current'],
    ['a disputed record', { is_disputed: 1 }, 'disputed'],
    ['a removed record', { removed_on: '2026-11-01' }, 'history'],
    ['a suppressed or shielded record', { is_hidden: 1 }, null],
    ['an expired record', { display_until: '2026-11-22' }, null],
    ['a record that no longer has the subject', { standing: null, is_hidden: null }, null],
    ['a withdrawn record', { standing: 'withdrawn' }, null],
  ] satisfies [string, Partial<ListedEvent>, string | null][])(
    'of %s is shown as its record is',
    (_, deviation, view) => {
      expect(viewOfEvent(event(deviation), viewing)).toBe(view)
    },
  )

  it('of a withdrawal is shown to those who followed the company then, unless the record is hidden', () => {
    const withdrawal = event({ standing: 'withdrawn', change: 'removed' })
    expect(viewOfEvent(withdrawal, viewing)).toBe('withdrawn')
    expect(viewOfEvent(withdrawal, { ...viewing, fromSeq: 20 })).toBeNull()
    expect(viewOfEvent({ ...withdrawal, is_hidden: 1 }, viewing)).toBeNull()
    expect(viewOfEvent({ ...withdrawal, display_until: '2026-11-22' }, viewing)).toBeNull()
  })

  it('of a fact that names a suppressed person is not shown', () => {
    const fact = event({
      kind: 'fact',
      record_id: null,
      standing: null,
      person_before: '演示 甲',
      person_after: '演示乙',
    })
    expect(viewOfEvent(fact, viewing)).toBe('fact')
    expect(viewOfEvent(fact, { ...viewing, suppressedPersons: new Set(['演示甲']) })).toBeNull()
  })
})

describe('the feed', () => {
  it('is newest first, with each event once per company', () => {
    const rows = [
      event({ seq: 1 }),
      event({ seq: 2, subject_key: 'n:演示' }),
      event({ seq: 3, company_id: 'c-b' }),
      event({ seq: 4, kind: 'fact', record_id: null }),
      event({ seq: 5, kind: 'fact', record_id: null }),
    ]
    expect(mergeFeed(rows, 100, () => 'current')).toMatchObject({
      events: [{ seq: 5 }, { seq: 4 }, { seq: 3 }, { seq: 2 }],
      isCut: false,
    })
  })

  it('shows an event under the subject that its record still has', () => {
    const rows = [event({ seq: 1 }), event({ seq: 2, subject_key: 'n:演示', standing: null, is_hidden: null })]
    expect(mergeFeed(rows, 100, (row) => viewOfEvent(row, viewing)).events).toMatchObject([{ seq: 1, view: 'current' }])
  })

  it('ends where a key may have events that were not read', () => {
    const rows = [9, 8].map((seq) => event({ seq, record_id: `r-${seq}` }))
    const others = [10, 7].map((seq) => event({ seq, company_id: 'c-b', subject_key: 'c:2', record_id: `r-${seq}` }))
    const feed = mergeFeed([...rows, ...others.slice(1)], 2, () => 'current')
    expect(feed).toMatchObject({ events: [{ seq: 9 }, { seq: 8 }], isCut: true })
  })
})

const quoted = (deviation: Partial<QuotedEvent>): QuotedEvent => ({
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
  expect(eventSentence(quoted(deviation), false)).toBe(sentence)
})

it('says that an objection to the record is open', () => {
  const added = quoted({ field: 'filedDate', event_date: '2026-11-02' })
  expect(eventSentence(added, true)).toBe('新增被执行人信息 1 条（立案 2026-11-02，异议处理中）')
})

it('quotes both values of a fact, and only its label when they are long', () => {
  const fact = { kind: 'fact', change: 'changed' } as const
  const status = quoted({ ...fact, field: 'status', value_before: '存续', value_after: '注销' })
  expect(eventSentence(status, false)).toBe('变更 登记状态：存续 → 注销')
  const scope = quoted({ ...fact, field: 'scope', value_before: '演'.repeat(40), value_after: '示'.repeat(40) })
  expect(eventSentence(scope, false)).toBe('变更 经营范围')
})

it('treats additions and removals alike, for every kind', () => {
  for (const kind of recordKindKeys) {
    const [added, removed] = (['added', 'removed'] as const).map((change) =>
      eventSentence(quoted({ kind, change }), false),
    )
    expect(removed?.replace('移出', '')).toBe(added?.replace('新增', ''))
    expect(added).not.toContain('信息信息')
  }
})
