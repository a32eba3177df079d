import { companyFacts } from '@baiqicha/contract/company-facts'
import { kindTable } from '@baiqicha/contract/records/kind-table'
import { type RecordView, recordViewLabels, recordViews } from '@baiqicha/contract/records/record'
import { conditionsOf, type Evidence, numberIn, shownIn, shownNumber, textsIn } from '../../evidence/evidence.ts'
import type { ToolResult } from '../../evidence/tool-result.ts'
import type { Order } from '../../question/parsed-question.ts'
import { NOT_COLLECTED, unitOfKind } from '../../tools/evidence-fields.ts'
import { type Asked, type Claim, isClaimed, LEADERS } from '../asked.ts'
import type { Statement } from '../statement.ts'
import { lineFields, lineOf } from './record-line.ts'
import { asOfClause, asOfNote, labelled, paragraph, periodText, sentence } from './sentence.ts'
import { notConnectedSentences } from './unconnected.ts'

const nameOf = ({ company }: Evidence) => company?.name ?? ''
const unitOf = ({ recordType }: Evidence) => unitOfKind(recordType ?? '')
const countIn = (list: Evidence, view: RecordView | null) => numberIn(list, view ?? 'total')

/** 当前 3 条，历史 1 条: the views that have records, or the asked one. */
export function viewsOf(list: Evidence, view: RecordView | null = null): { text: string; fields: string[] } {
  const fields = recordViews.filter((one) => (view === null ? numberIn(list, one) > 0 : one === view))
  return {
    text: fields.map((one) => `${recordViewLabels[one]} ${numberIn(list, one)} ${unitOf(list)}`).join('，'),
    fields,
  }
}

/** Conditions of a narrowed list in brackets: （2023 年；职务 董事长）; empty: none. */
function conditionText(list: Evidence): string {
  const others = conditionsOf(list).filter((name) => name !== 'from' && name !== 'to')
  const texts = [periodText(list), ...others.flatMap((name) => list.fields[name] ?? []).map(labelled)]
  const stated = texts.filter((text) => text !== '').join('；')
  return stated === '' ? '' : `（${stated}）`
}

/** Counts of one list, or that nothing was found. */
export function countSentence(list: Evidence, { view = null, asksSum = false }: Partial<ListForm> = {}): Statement {
  const { label, date } = list
  const what = `的${label}${conditionText(list)}`
  const citing = (...fields: readonly string[]) => [{ evidence: list, fields: [...fields, ...conditionsOf(list)] }]
  if (countIn(list, view) === 0) {
    const of = view === null ? '' : recordViewLabels[view]
    return sentence(`${asOfClause(date)}未查询到${nameOf(list)}${of}${what}。`, citing(view ?? 'total'))
  }
  const views = viewsOf(list, view)
  // The sum of what is over stands beside that of today only where sums are asked for.
  const ofView = { current: ['sum'], disputed: [], history: ['sumOfHistory'] }
  const named = view === null ? ['sum', ...(asksSum ? ['sumOfHistory'] : [])] : ofView[view]
  const sums = named.filter((name) => name in list.fields)
  const isWhole = view === null && views.fields.length > 1
  const whole = isWhole ? `共 ${numberIn(list, 'total')} ${unitOf(list)}` : ''
  const states =
    view === null || view === 'current' ? Object.keys(list.fields).filter((name) => /^state\d+$/u.test(name)) : []
  const byState = states.flatMap((name) => list.fields[name] ?? []).map(labelled)
  const rest = [
    ...(byState.length === 0 ? [] : [`，其中${byState.join('、')}`]),
    ...sums.flatMap((name) => list.fields[name] ?? []).map((sum) => `，${labelled(sum)}`),
  ]
  return sentence(
    `${nameOf(list)}${what}${whole}：${views.text}${rest.join('')}${asOfNote(date)}。`,
    citing(...(isWhole ? ['total'] : []), ...views.fields, ...states, ...sums),
  )
}

/** One record on a line of its own. */
export const recordSentence = (record: Evidence, lead = ''): Statement =>
  sentence(`${lead}${lineOf(record)}。`, [{ evidence: record, fields: lineFields(record) }], true)

/** Kinds whose rows are short enough to stand in the sentence of their counts, and what stands behind each name. */
const inlineKinds: Readonly<Record<string, readonly string[]>> = {
  shareholderInfo: ['percent'],
  keyPerson: ['positions'],
  branch: ['status'],
  overseasInvest: ['percent'],
}

/** What orders the rows by time. */
const datesOfInline = ['foundedDate', 'investDate', 'appointedDate']

/** The name of a branch without that of its company. */
const ownName = (record: Evidence) => {
  const name = shownIn(record, 'name')
  const rest = name.slice(nameOf(record).length)
  return name.startsWith(nameOf(record)) && rest !== '' ? rest : name
}

function inlineRow(record: Evidence, order: Order | null): { text: string; fields: string[] } {
  const dates = order === 'newest' || order === 'oldest' ? datesOfInline : []
  const own = inlineKinds[record.recordType ?? ''] ?? []
  const beside = [...dates, ...own].filter((name) => name in record.fields)
  const values = beside.map((name) => shownIn(record, name)).join('、')
  const rest = beside.includes('percent') ? ` ${values}` : `（${values}）`
  return { text: `${ownName(record)}${values === '' ? '' : rest}`, fields: ['name', ...beside] }
}

/** ，合计 88%: of shares on one basis. */
function sumText(rows: readonly Evidence[]): string {
  const isOneBasis = new Set(rows.map((row) => shownIn(row, 'basis'))).size === 1
  if (!isOneBasis || rows.length < 2 || rows.some(({ fields }) => !('percent' in fields))) return ''
  return `，合计 ${shownNumber(rows.reduce((total, row) => total + numberIn(row, 'percent'), 0))}%`
}

/** 甲的股东信息：当前 10 名（截至 …），前 5 名：演示戊 34.2%、…。 */
function inlineSentence(
  list: Evidence,
  rows: readonly Evidence[],
  { view, asksSum, order = null }: ListForm,
): Statement {
  const counts = countSentence(list, { view })
  const first = order === null ? rows : rows.slice(0, ORDERED_ROWS)
  const shown = first.map((record) => ({ record, ...inlineRow(record, order) }))
  const lead = shown.length < countIn(list, 'current') ? `前 ${shown.length} ${unitOf(list)}：` : '为'
  return {
    ...counts,
    text: `${counts.text.replace(/。$/u, '')}，${lead}${shown.map((one) => one.text).join('、')}${asksSum === true ? sumText(rows) : ''}。`,
    citations: [...counts.citations, ...shown.map(({ record, fields }) => ({ evidenceId: record.id, fields }))],
  }
}

type ListForm = {
  view: RecordView | null
  /** Whether the sum of the shares or amounts is asked for. */
  asksSum?: boolean
  /** Whether it is asked if there are any: 有，甲的行政处罚：当前 1 条。 */
  asksWhether?: boolean
  order?: Order | null
}

/** Rows of an order, of which the first is the answer: 哪个分公司成立最早. */
const ORDERED_ROWS = 3

/** A list: its counts, then its rows. */
export function listSentences(list: Evidence, rows: readonly Evidence[], form: ListForm = { view: null }): Statement[] {
  const { view } = form
  // A row beside an empty list is the nearest one that its conditions leave out.
  if (countIn(list, view) === 0) {
    // 现在还是老赖吗: those that have ended or are disputed are counted, too.
    const isOther = view !== null && countIn(list, null) > 0
    return [
      countSentence(list, { view }),
      ...(isOther ? [countSentence(list)] : []),
      ...rows
        .filter(({ recordType }) => !(recordType !== null && recordType in inlineKinds))
        .slice(0, 1)
        .map((one) => recordSentence(one, '最近一条：')),
    ]
  }
  // Of 股东 and the like the history is a count beside those of today.
  const current = view === 'history' || view === 'disputed' ? [] : rows.filter(isCurrent)
  const isInline =
    current.length > 0 && rows.every(({ recordType }) => recordType !== null && recordType in inlineKinds)
  if (isInline) return [inlineSentence(list, current, form)]
  const isPart = rows.length > SHOWN_ROWS
  const counts = countSentence(list, form)
  const isInForce = numberIn(list, 'current') + numberIn(list, 'disputed') > 0
  const lead = form.asksWhether === true && isInForce ? '有，' : ''
  const text = `${lead}${isPart ? counts.text.replace(/。$/u, '，以下为部分记录。') : counts.text}`
  return [{ ...counts, text }, ...rows.slice(0, SHOWN_ROWS).map((one) => recordSentence(one))]
}

const SHOWN_LISTS = 3

/** Rows of a list that stand in the answer; its counts link to the page of all. */
const SHOWN_ROWS = 5

const isCurrent = ({ view }: Evidence) => view === 'current'

/** A list of records: counts and rows, then what is not connected. */
export function composeRecords(
  { evidence, call, problem }: ToolResult,
  /** `hasFormerNames`: names that other sources state, so that a change without a record is known. */
  { asksSum = false, asksWhether = false, hasFormerNames = false } = {},
): Statement[] {
  const view = 'view' in call.arguments ? call.arguments.view : null
  const lists = evidence.filter(({ citedType }) => citedType === 'records')
  const [only] = lists
  // Of the short names of a stock, nothing is said where another kind of change is asked for.
  const isOther =
    only?.recordType === 'changeRecord' &&
    only.label !== kindTable.changeRecord.title &&
    'facet-kind' in only.fields &&
    (hasFormerNames || shownIn(only, 'facet-kind') !== '名称') &&
    numberIn(only, 'total') === 0
  if (isOther) return notConnectedSentences(evidence, { without: only.label })
  const uncovered = notConnectedSentences(evidence)
  const rows = evidence.filter(({ citedType }) => citedType === 'record')
  if (problem === 'notCounted') return [...rows.map((one) => recordSentence(one)), ...uncovered]
  // 股权穿透 reads the lists of several companies: the company itself and its nearest holders.
  const form = { view, asksSum, asksWhether, order: 'order' in call.arguments ? call.arguments.order : null }
  const sections = lists.slice(0, SHOWN_LISTS).flatMap((list, at) => {
    const own = rows.filter(({ company }) => company?.id === list.company?.id)
    const section = listSentences(list, own, form)
    return at === 0 ? section : paragraph(section)
  })
  return [...sections, ...uncovered]
}

const namesOf = (holders: readonly Evidence[]) => holders.flatMap((row) => textsIn(row, 'name'))

/**
 * Whether one person holds two offices, which offices a person holds, or who holds an office; null: nothing of it is asked, or the records
 * cannot say.
 */
export function composeHolders(
  { evidence, call }: ToolResult,
  { claim, sameOffices, surname }: Pick<Asked, 'claim' | 'sameOffices' | 'surname'>,
): Statement[] | null {
  const list = evidence.find(({ citedType }) => citedType === 'records')
  if (list === undefined || call.tool !== 'records') return null
  const { person = null, position = null } = call.arguments
  const rows = evidence.filter((one) => one.citedType === 'record' && isCurrent(one))
  const holding = (holds: (one: string) => boolean) => rows.filter((row) => textsIn(row, 'positions').some(holds))
  const company = nameOf(list)
  const state = (text: string, holders: readonly Evidence[]) => [
    sentence(`${text}${asOfNote(list.date)}。`, [
      { evidence: list, fields: ['total', ...conditionsOf(list)] },
      ...holders.map((row) => ({ evidence: row, fields: ['name', 'positions'] })),
    ]),
  ]
  const ofSurname = surname === null ? [] : rows.filter((row) => shownIn(row, 'name').startsWith(surname))
  if (ofSurname.length > 0) {
    const officers = ofSurname.map((row) => `${shownIn(row, 'name')}（${textsIn(row, 'positions').join('、')}）`)
    return state(`${company}姓${surname ?? ''}的主要人员为${officers.join('、')}`, ofSurname)
  }
  const [first = [], second = []] = (sameOffices ?? []).map((office) => holding((one) => one === office))
  if (sameOffices !== null && first.length > 0 && second.length > 0) {
    const [one = '', other] = [first, second].map((holders) => namesOf(holders).join('、'))
    const isSame = first.length === 1 && one === other
    const text = isSame
      ? `是，${company}的${sameOffices.join('、')}均为${one}`
      : `不是，${company}的${sameOffices[0]}为${one}，${sameOffices[1]}为${other ?? ''}`
    return state(text, [...new Set([...first, ...second])])
  }
  const positions = [...new Set(rows.flatMap((row) => textsIn(row, 'positions')))]
  if (person !== null && position === null && positions.length > 0)
    return state(`${person}任${company}的${positions.join('、')}`, rows)

  const office = position ?? claim?.office ?? null
  if (office === null || office === companyFacts.legalRepresentative.label) return null
  const exact = holding((one) => one === office)
  // 副董事长 is no 董事长.
  const holders = exact.length > 0 ? exact : holding((one) => one.includes(office))
  if (holders.length === 0) return state(`${NOT_COLLECTED}${company}的${office}`, [])
  const [only, ...others] = holders
  const own = only === undefined || others.length > 0 ? [] : textsIn(only, 'positions')
  const names = namesOf(holders)
  // Who is the legal representative is not answered with the chair.
  const lead = claim?.office === companyFacts.legalRepresentative.label ? '' : claimLead(claim, names)
  return state(`${lead}${company}的${own.find((one) => one.includes(office)) ?? office}为${names.join('、')}`, holders)
}

/** 甲的董事长为演示甲，总经理为演示乙, or 甲的董事长、总经理为演示甲: who holds the offices of which rows were read, by the office alone. */
export function composeLeaders(evidence: readonly Evidence[]): Statement[] {
  const rows = evidence.filter((one) => one.citedType === 'record' && isCurrent(one))
  const held = LEADERS.map((office) => ({
    office,
    names: [...new Set(namesOf(rows.filter((row) => textsIn(row, 'positions').includes(office))))].join('、'),
  })).filter(({ names }) => names !== '')
  const [first] = rows
  if (first === undefined || held.length === 0) return []
  const byNames = [...Map.groupBy(held, ({ names }) => names)]
  const text = byNames.map(([names, same]) => `${same.map(({ office }) => office).join('、')}为${names}`).join('，')
  const cited = rows.map((row) => ({ evidence: row, fields: ['name', 'positions'] }))
  return [sentence(`${nameOf(first)}的${text}${asOfNote(first.date)}。`, cited)]
}

const claimLead = (claim: Claim | null, names: readonly string[]) =>
  claim === null ? '' : isClaimed(claim, names) ? '是，' : '不是，'

/** Whether a person is the legal representative, from the facts of the company. */
export function composeRepresentative(evidence: readonly Evidence[], claim: Claim): Statement[] | null {
  const facts = evidence.find(({ citedType, fields }) => citedType === 'facts' && 'legalRepresentative' in fields)
  const { label } = companyFacts.legalRepresentative
  if (facts === undefined || !claim.office.includes(label)) return null
  const names = textsIn(facts, 'legalRepresentative')
  const datedBy = shownIn(facts, 'legalRepresentativeDate')
  const note = datedBy === '' ? asOfNote(facts.date) : `（${datedBy}，此后未收录）`
  const fields = ['legalRepresentative', 'legalRepresentativeDate'].filter((name) => name in facts.fields)
  const text = `${claimLead(claim, names)}${nameOf(facts)}的${label}为${names.join('、')}${note}。`
  return [sentence(text, [{ evidence: facts, fields }])]
}
