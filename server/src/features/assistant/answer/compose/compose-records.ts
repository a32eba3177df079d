import { type RecordView, recordViewLabels, recordViews } from '@baiqicha/contract/records/record'
import type { Evidence } from '../../evidence/evidence.ts'
import type { ToolResult } from '../../evidence/tool-result.ts'
import { NOT_CONNECTED } from '../../tools/evidence-fields.ts'
import type { Statement } from '../statement.ts'
import { asOfClause, asOfNote, labelled, numberIn, sentence, stated, textsIn } from './sentence.ts'
import { tellingFields } from './telling-fields.ts'

/** Fields that a sentence states of a record of any other kind. */
const SHOWN_FIELDS = 5
const counted: readonly string[] = [...recordViews, 'total', 'sum']

/** When a record was removed or disputed. */
const viewFields: Readonly<Record<RecordView, readonly string[]>> = {
  current: [],
  disputed: ['disputedSince'],
  history: ['removed'],
}

const nameOf = ({ company }: Evidence) => company?.name ?? ''
const unitOf = ({ fields }: Evidence) => {
  const value = fields['total']?.value
  return value?.type === 'number' ? value.unit : '条'
}

/** A kind without a source. */
export const notConnectedSentence = (evidence: Evidence): Statement => {
  const titles = textsIn(evidence, 'connection').join('、')
  const subject = evidence.company === null ? '' : `${nameOf(evidence)}的`
  return sentence(`${subject}${titles}：${NOT_CONNECTED}。`, [{ evidence, fields: ['connection'] }])
}

/** 当前 3 条，历史 1 条: the views that have records, or the asked one. */
function viewsOf(list: Evidence, view: RecordView | null): { text: string; fields: string[] } {
  const fields = recordViews.filter((one) => (view === null ? numberIn(list, one) > 0 : one === view))
  return {
    text: fields.map((one) => `${recordViewLabels[one]} ${numberIn(list, one)} ${unitOf(list)}`).join('，'),
    fields,
  }
}

const conditionsOf = ({ fields }: Evidence) => Object.keys(fields).filter((name) => !counted.includes(name))

/** Conditions of a narrowed list in brackets; empty: none. */
const conditionText = (list: Evidence) => {
  const conditions = conditionsOf(list).flatMap((name) => list.fields[name] ?? [])
  return conditions.length === 0 ? '' : `（${conditions.map(labelled).join('；')}）`
}

/** Counts of one list, or that nothing was found. `isUnread`: its records were not read. */
export function countSentence(
  list: Evidence,
  { view = null, isUnread = false }: { view?: RecordView | null; isUnread?: boolean } = {},
): Statement {
  const { label, date } = list
  const subject = `${nameOf(list)}的${label}${conditionText(list)}`
  const conditions = conditionsOf(list)
  const total = view === null ? numberIn(list, 'total') : numberIn(list, view)
  if (total === 0) {
    const fields = view === null ? ['total'] : [view]
    const of = view === null ? '' : recordViewLabels[view]
    return sentence(`${asOfClause(date)}未查询到${nameOf(list)}${of}的${label}${conditionText(list)}。`, [
      { evidence: list, fields: [...fields, ...conditions] },
    ])
  }
  const views = viewsOf(list, view)
  const sum = list.fields['sum']
  const rest = `${isUnread ? '（未取明细）' : ''}${sum === undefined ? '' : `，${labelled(sum)}`}`
  const isWhole = view === null && views.fields.length > 1
  const whole = isWhole ? `共 ${numberIn(list, 'total')} ${unitOf(list)}：` : ''
  return sentence(`${subject}${isWhole ? whole : '：'}${views.text}${rest}${asOfNote(date)}。`, [
    {
      evidence: list,
      fields: [...(isWhole ? ['total'] : []), ...views.fields, ...(sum === undefined ? [] : ['sum']), ...conditions],
    },
  ])
}

/** One record by its most telling fields, on a line of its own. */
export function recordSentence(record: Evidence): Statement {
  const { recordType, view, fields } = record
  const telling = (recordType === null ? [] : (tellingFields[recordType] ?? [])).filter((name) => name in fields)
  const own = telling.length === 0 ? Object.keys(fields).slice(0, SHOWN_FIELDS) : telling
  const names = [...own, ...(view === null ? [] : viewFields[view].filter((name) => name in fields))]
  const text = names
    .flatMap((name) => fields[name] ?? [])
    .map(stated)
    .join('，')
  return sentence(
    `${view === null ? '' : `${recordViewLabels[view]}：`}${text}。`,
    [{ evidence: record, fields: names }],
    true,
  )
}

/** A list of records: counts, then its rows. */
export function composeRecords({ evidence, call, problem }: ToolResult): Statement[] {
  const view = 'view' in call.arguments ? call.arguments.view : null
  return evidence.flatMap((one) => {
    if (one.citedType === 'coverage') return [notConnectedSentence(one)]
    if (one.citedType === 'records') return problem === 'notCounted' ? [] : [countSentence(one, { view })]
    return one.citedType === 'record' ? [recordSentence(one)] : []
  })
}
