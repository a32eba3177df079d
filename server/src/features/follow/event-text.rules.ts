import { companyFacts } from '@baiqicha/contract/company-facts'
import type { EventChange } from '@baiqicha/contract/follow'
import { kindTable, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { isFollowedFact } from '../../domain/company/followed-facts.ts'

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
