import { type Evidence, type EvidenceField, numberIn, shownIn, textsIn } from '../../evidence/evidence.ts'
import { shownValue } from '../../evidence/shown-value.ts'
import type { ToolResult } from '../../evidence/tool-result.ts'
import { nothingAsked } from '../asked.ts'
import { fixedText } from '../fixed-sentences.ts'
import type { Statement } from '../statement.ts'
import { composeFacts } from './compose-facts.ts'
import { countSentence } from './compose-records.ts'
import { composeYears, seriesOf } from './compose-years.ts'
import { type Cited, sentence } from './sentence.ts'
import { notConnectedSentences } from './unconnected.ts'

const isComparison = ({ citedType, company }: Evidence) => citedType === 'facts' && company === null

/** The compared values, which also name the companies: field of a fact, or number of current records of a kind. */
function comparedValues(values: readonly Evidence[], name: string): Cited[] {
  const key = name.split('-')[1] ?? ''
  return values.flatMap((evidence): Cited[] => {
    if (evidence.citedType !== 'records' && key in evidence.fields) return [{ evidence, fields: [key] }]
    return evidence.citedType === 'records' && evidence.recordType === key ? [{ evidence, fields: ['current'] }] : []
  })
}

/** How a relation is said of the company that has more, or was earlier; any other key: a kind of record. */
const comparedWords: Readonly<Record<string, string>> = {
  registeredCapital: '注册资本更高',
  paidInCapital: '实缴资本更高',
  insuredCount: '参保人数更多',
  employees: '员工更多',
  foundedOn: '成立更早',
  listedOn0: '上市更早',
}

const valueOf = (values: readonly Evidence[], name: string, company: string) =>
  shownIn(values.find((one) => one.company?.name === company && name in one.fields) ?? { fields: {} }, name)

/** 甲员工更多（2021 年末 288,186 人），乙为 83,601 人。甲成立更早（1995-02-10），乙为 2011-12-16。 */
function relationSentence(
  evidence: Evidence,
  name: string,
  { label }: EvidenceField,
  values: readonly Evidence[],
): Statement {
  const [one = '', relation = '', other = ''] = textsIn(evidence, name)
  const key = name.split('-')[1] ?? ''
  const difference = `difference-${name.slice('relation-'.length)}`
  const amount = evidence.fields[difference]
  const compared = comparedValues(values, name)
  const reports = key === 'employees' ? values.filter(({ fields }) => 'year' in fields && 'employees' in fields) : []
  const [first = '', second = ''] = [one, other].map((company) => valueOf(values, key, company))
  const isCounted = first === '' && amount !== undefined
  const cited = [
    { evidence, fields: [name, ...(isCounted ? [difference] : [])] },
    ...compared,
    ...reports.map((report) => ({ evidence: report, fields: ['year'] })),
  ]
  const [report] = reports
  const year = report === undefined ? '' : `${numberIn(report, 'year')} 年末`
  if (relation === '相同') return sentence(`${one}与${other}的${label}相同${year === '' ? '' : `（${year}）`}。`, cited)
  const word = comparedWords[key] ?? `当前${label}多`
  const text = isCounted
    ? `${one}${word} ${shownValue(amount.value)}`
    : `${one}${word}（${year === '' ? '' : `${year} `}${first}），${other}为 ${second}`
  return sentence(`${text}。`, cited)
}

function sentencesOf(evidence: Evidence, values: readonly Evidence[]): Statement[] {
  return Object.entries(evidence.fields).flatMap(([name, field]): Statement[] => {
    if (name.startsWith('difference-')) return []
    if (name.startsWith('relation')) return [relationSentence(evidence, name, field, values)]
    const ordered = name.startsWith('order') ? comparedValues(values, name) : []
    return [
      sentence(`${field.label}：${textsIn(evidence, name).join('、')}。`, [{ evidence, fields: [name] }, ...ordered]),
    ]
  })
}

const comparedKeys = (evidence: readonly Evidence[]) =>
  new Set(
    evidence.filter(isComparison).flatMap(({ fields }) => Object.keys(fields).map((name) => name.split('-')[1] ?? '')),
  )

/** How the companies compare, then what has no order; the table beside the sentences shows every value. */
export function composeComparison(result: ToolResult): Statement[] {
  if (result.problem === 'notComparable') return [sentence(fixedText.notComparable)]
  const { evidence } = result
  const values = evidence.filter(({ company }) => company !== null)
  const keys = comparedKeys(evidence)
  const relations = evidence.filter(isComparison).flatMap((one) => sentencesOf(one, values))
  const missing = evidence.filter(({ citedType, fields }) => citedType === 'coverage' && 'missing' in fields)
  const unordered = values.filter(
    ({ citedType, fields }) => citedType === 'facts' && !Object.keys(fields).some((name) => keys.has(name)),
  )
  const isShort = (result.table?.rows.length ?? 0) <= STATED_ROWS
  const counts = values.filter(({ citedType, recordType }) => citedType === 'records' && !keys.has(recordType ?? ''))
  const reports = keys.has('employees') ? [] : values.filter(({ citedType }) => citedType === 'record')
  const unconnected = evidence.filter(({ citedType, fields }) => citedType === 'coverage' && 'connection' in fields)
  return [
    ...relations,
    ...(isShort || relations.length === 0 ? composeFacts({ ...result, evidence: [...unordered, ...missing] }) : []),
    ...(isShort ? [...composeYearsOf(reports), ...counts.map((one) => countSentence(one))] : []),
    ...notConnectedSentences(unconnected),
  ]
}

const composeYearsOf = (reports: readonly Evidence[]) =>
  reports.flatMap((report) => composeYears(seriesOf('annualEmployees', [report]), nothingAsked, { days: null }))

/** Rows of a table whose values without an order are sentences, too; a longer table states them alone. */
const STATED_ROWS = 2
