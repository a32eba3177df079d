import { describe, expect, it } from 'vitest'
import { type ListedEvent, mergeFeed, type Viewing, viewOfEvent } from './event-feed.rules.ts'

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
