import { type Evidence, numberIn, shownIn, textsIn } from '../../evidence/evidence.ts'
import type { ToolResult } from '../../evidence/tool-result.ts'
import { nothingAsked } from '../asked.ts'
import { fixedText } from '../fixed-sentences.ts'
import type { Statement } from '../statement.ts'
import { composeFacts } from './compose-facts.ts'
import { countSentence } from './compose-records.ts'
import { composeYears, seriesOf } from './compose-years.ts'
import { sentence } from './sentence.ts'
import { notConnectedSentences } from './unconnected.ts'

const isComparison = ({ citedType, company }: Evidence) => citedType === 'facts' && company === null

/** The compared values: field of a fact, or number of current records of a kind. */
const comparedValues = (values: readonly Evidence[], key: string): { evidence: Evidence; field: string }[] =>
  values.flatMap((evidence) => {
    if (evidence.citedType !== 'records') return key in evidence.fields ? [{ evidence, field: key }] : []
    return evidence.recordType === key ? [{ evidence, field: 'current' }] : []
  })

/** How an order is said of the company that has more, or was earlier; any other key: a kind of record. */
const comparedWords: Readonly<Record<string, string>> = {
  registeredCapital: '注册资本更高',
  paidInCapital: '实缴资本更高',
  insuredCount: '参保人数更多',
  employees: '员工更多',
  foundedOn: '成立更早',
  listedOn0: '上市更早',
}

/** 甲员工更多（2021 年末 288,186 人），乙为 83,601 人。甲成立更早（1995-02-10），乙为 2011-12-16。 */
function orderSentence(evidence: Evidence, name: string, label: string, values: readonly Evidence[]): Statement {
  const names = textsIn(evidence, name)
  const [relation, key = ''] = name.split('-')
  const compared = comparedValues(values, key)
  const reports = key === 'employees' ? compared.filter((one) => 'year' in one.evidence.fields) : []
  const year = reports[0] === undefined ? '' : `${numberIn(reports[0].evidence, 'year')} 年末`
  const cited = [
    { evidence, fields: [name] },
    ...compared.map((one) => ({
      evidence: one.evidence,
      fields: reports.includes(one) ? [one.field, 'year'] : [one.field],
    })),
  ]
  if (relation === 'same')
    return sentence(`${names.join('、')}的${label}相同${year === '' ? '' : `（${year}）`}。`, cited)
  const [one = '', other = '', ...more] = names
  if (relation !== 'order' || more.length > 0) return sentence(`${label}：${names.join('、')}。`, cited)
  const [first = '', second = ''] = [one, other].flatMap((company) =>
    compared.flatMap((value) => (value.evidence.company?.name === company ? shownIn(value.evidence, value.field) : [])),
  )
  const word = comparedWords[key] ?? `当前${compared[0]?.evidence.label ?? ''}更多`
  return sentence(`${one}${word}（${year === '' ? '' : `${year} `}${first}），${other}为 ${second}。`, cited)
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
  const relations = evidence
    .filter(isComparison)
    .flatMap((one) => Object.entries(one.fields).map(([name, { label }]) => orderSentence(one, name, label, values)))
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
