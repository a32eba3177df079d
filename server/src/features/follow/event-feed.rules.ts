import { companyFacts } from '@baiqicha/contract/company-facts'
import type { EventChange } from '@baiqicha/contract/follow'
import { kindTable, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { RecordView } from '@baiqicha/contract/records/record'
import { isFollowedFact } from '../../domain/company/followed-facts.ts'
import { personKey } from '../../domain/records/person-name.ts'
import type { Flag, Instant } from '../../platform/database/tables/company.ts'
import type { RecordStanding } from '../../platform/database/tables/record.ts'
import { type VisibilityFacts, visibilityOf } from '../../records/shown-record.ts'
import { personNamesIn } from '../../records/suppressions.ts'

/** An event with what decides whether it is shown. Record columns are null for a fact, and for a record without the subject. */
export type ListedEvent = {
  company_id: string
  subject_key: string
  seq: number
  kind: RecordKindKey | 'fact'
  change: EventChange
  record_id: string | null
  field: string | null
  /** Former and present legal representative; null for other events. */
  person_before: string | null
  person_after: string | null
  imported_at: Instant
  is_late: Flag
  standing: RecordStanding | null
  display_until: string | null
  removed_on: string | null
  is_disputed: Flag | null
  is_hidden: Flag | null
}

/** Which events a user sees of a company. `fromSeq`: newest event when the user followed it. */
export type Viewing = { today: string; fromSeq: number; suppressedPersons: ReadonlySet<string> }

const namesSuppressed = ({ person_before, person_after }: ListedEvent, persons: ReadonlySet<string>) =>
  persons.size > 0 &&
  [person_before, person_after].some(
    (names) => names !== null && personNamesIn(names).some((name) => persons.has(personKey(name))),
  )

/** `withdrawn`: only that a record of the kind was removed. */
export type EventView = RecordView | 'fact' | 'withdrawn'

/**
 * How an event is shown; null: neither shown nor counted. It follows its record. A record that its source withdrew is not
 * shown, so its other events are not; the withdrawal itself is, without anything of the record, to those who followed the
 * company then.
 */
export function viewOfEvent(event: ListedEvent, { today, fromSeq, suppressedPersons }: Viewing): EventView | null {
  if (event.kind === 'fact') return namesSuppressed(event, suppressedPersons) ? null : 'fact'
  const { standing, display_until, removed_on, is_disputed, is_hidden } = event
  if (standing === null || is_hidden !== 0) return null
  const facts: VisibilityFacts = { standing, display_until, removed_on, is_disputed: is_disputed ?? 0, is_hidden }
  if (standing !== 'withdrawn') return visibilityOf(facts, today)
  const isExpired = display_until !== null && display_until < today
  return event.change === 'removed' && event.seq > fromSeq && !isExpired ? 'withdrawn' : null
}

export type ShownEvent<Event> = Event & { view: EventView }
/** `isCut`: older events may exist that were not read. */
export type Feed<Event> = { events: ShownEvent<Event>[]; isCut: boolean }

/**
 * Merges the newest `perKey` rows of each subject key: the shown events, newest first, each once per company. A key of
 * which `perKey` rows were read may have older ones, so the merged list ends at the oldest row of such a key.
 */
export function mergeFeed<Event extends ListedEvent>(
  rows: readonly Event[],
  perKey: number,
  viewOf: (row: Event) => EventView | null,
): Feed<Event> {
  let oldest = 0
  for (const ofKey of Map.groupBy(rows, (row) => `${row.company_id} ${row.subject_key}`).values()) {
    if (ofKey.length >= perKey) oldest = Math.max(oldest, Math.min(...ofKey.map(({ seq }) => seq)))
  }
  const seen = new Set<string>()
  const events = rows
    .filter(({ seq }) => seq >= oldest)
    .toSorted((a, b) => b.seq - a.seq)
    .flatMap((row) => {
      const view = viewOf(row)
      // A record may name a company by code and by name: two subjects, one event.
      const event = `${row.company_id} ${row.record_id ?? row.seq} ${row.change} ${row.imported_at}`
      if (view === null || seen.has(event)) return []
      seen.add(event)
      return [{ ...row, view }]
    })
  return { events, isCut: oldest > 0 }
}

/** The part of an event that its sentence quotes. Values are masked. */
export type QuotedEvent = {
  kind: RecordKindKey | 'fact'
  change: EventChange
  field: string | null
  value_before: string | null
  value_after: string | null
  event_date: string | null
}

const verbs: Readonly<Record<EventChange, string>> = {
  added: '新增',
  changed: '变更',
  removed: '移出',
  restored: '恢复',
}

/** Titles that are a noun by themselves; others get 信息. */
const isNoun = (title: string) => /(信息|公告|文书|记录|榜单|人数|方式|）)$/.test(title)

/** 被执行人信息 for 被执行人, 开庭公告 for 开庭公告. */
const nounOf = (kind: RecordKindKey): string => {
  const { title } = kindTable[kind]
  return isNoun(title) ? title : `${title}信息`
}

const labelOf = (kind: RecordKindKey, field: string): string | null => recordKinds[kind].fields[field]?.label ?? null

/** 立案 for 立案日期. */
const dateLabel = (label: string) => label.replace(/(日期|时间)$/, '')

/** Most fields that a sentence names. */
const NAMED_FIELDS = 3
/** Longest values that a sentence quotes; longer ones are beside it. */
const QUOTED_LENGTH = 60

function changedFieldsOf(kind: RecordKindKey, field: string | null): string | null {
  const labels = (field ?? '').split(',').flatMap((name) => labelOf(kind, name) ?? [])
  if (labels.length === 0) return null
  return labels.slice(0, NAMED_FIELDS).join('、') + (labels.length > NAMED_FIELDS ? '等' : '')
}

/** What stands in the brackets: the date of the record, or its changed fields; null for neither. */
function quotedOf(kind: RecordKindKey, { change, field, event_date: date }: QuotedEvent): string | null {
  if (change === 'changed') return changedFieldsOf(kind, field)
  if (date === null) return null
  if (change === 'removed') return `移出 ${date}`
  const label = field === null ? null : labelOf(kind, field)
  return label === null ? date : `${dateLabel(label)} ${date}`
}

function factSentence({ field, value_before: before, value_after: after }: QuotedEvent): string {
  const label = field !== null && isFollowedFact(field) ? companyFacts[field].label : '登记信息'
  const isShort = before !== null && after !== null && before.length + after.length <= QUOTED_LENGTH
  return isShort ? `变更 ${label}：${before} → ${after}` : `变更 ${label}`
}

/** An event in the words of its record, without any judgement: 新增被执行人信息 1 条（立案 2026-11-02）. */
export function eventSentence(event: QuotedEvent, isDisputed: boolean): string {
  if (event.kind === 'fact') return factSentence(event)
  const quoted = [quotedOf(event.kind, event), isDisputed ? '异议处理中' : null].filter((part) => part !== null)
  const brackets = quoted.length === 0 ? '' : `（${quoted.join('，')}）`
  return `${verbs[event.change]}${nounOf(event.kind)} 1 条${brackets}`
}
