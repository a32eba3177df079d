import { companyFacts } from '@baiqicha/contract/company-facts'
import { type Evidence, numberIn, shownIn, textsIn } from '../../evidence/evidence.ts'
import type { ToolResult } from '../../evidence/tool-result.ts'
import type { Order } from '../../question/parsed-question.ts'
import { NOT_COLLECTED } from '../../tools/evidence-fields.ts'
import { nothingAsked } from '../asked.ts'
import { fixedText } from '../fixed-sentences.ts'
import type { Statement } from '../statement.ts'
import { type Check, isAsSupposed, leadOf } from '../supposed.ts'
import { composeFacts, siteOf } from './compose-facts.ts'
import { countSentence } from './compose-records.ts'
import { composeYears, seriesOf } from './compose-years.ts'
import { sentence } from './sentence.ts'
import { notConnectedSentences } from './unconnected.ts'

const isComparison = ({ citedType, company }: Evidence) => citedType === 'facts' && company === null

/** The compared values: field of a fact, or number of current records of a kind. */
const comparedValues = (values: readonly Evidence[], key: string): { evidence: Evidence; field: string }[] =>
  values.flatMap((evidence) => {
    const isCount = evidence.citedType === 'records'
    const isCompared = isCount ? evidence.recordType === key : key in evidence.fields
    return isCompared ? [{ evidence, field: isCount ? 'current' : key }] : []
  })

/** How an order is said of the company that has more, or was earlier, and of the first and the last of several. */
const comparedWords: Readonly<Record<string, readonly [more: string, first: string, last: string]>> = {
  registeredCapital: ['注册资本更高', '注册资本最高', '注册资本最低'],
  paidInCapital: ['实缴资本更高', '实缴资本最高', '实缴资本最低'],
  insuredCount: ['参保人数更多', '参保人数最多', '参保人数最少'],
  employees: ['员工更多', '员工最多', '员工最少'],
  foundedOn: ['成立更早', '成立最早', '成立最晚'],
  listedOn0: ['上市更早', '上市最早', '上市最晚'],
}
/** Of a kind of record. */
const countWords = (label: string) => [`当前${label}更多`, `当前${label}最多`, `当前${label}最少`] as const

/** 甲员工更多（2021 年末 288,186 人），乙为 83,601 人，相差 204,585 人。 Of several: 甲上市最早（1993-11-19）；上市日期从早到晚：甲、乙、丙。 */
function orderSentence(
  comparison: Evidence,
  name: string,
  { values, order }: { values: readonly Evidence[]; order: Order | null },
): Statement {
  const label = comparison.fields[name]?.label ?? ''
  const names = textsIn(comparison, name)
  const [relation, key = ''] = name.split('-')
  const compared = comparedValues(values, key)
  const report = key === 'employees' ? compared.find(({ evidence }) => 'year' in evidence.fields) : undefined
  const year = report === undefined ? '' : `${numberIn(report.evidence, 'year')} 年末`
  const difference = `difference-${key}`
  const hasDifference = relation === 'order' && difference in comparison.fields
  const cited = [
    { evidence: comparison, fields: [name, ...(hasDifference ? [difference] : [])] },
    ...compared.map(({ evidence, field }) => {
      return { evidence, fields: key === 'employees' && 'year' in evidence.fields ? [field, 'year'] : [field] }
    }),
  ]
  const valueOf = (company: string) =>
    compared.flatMap((one) => (one.evidence.company?.name === company ? shownIn(one.evidence, one.field) : []))[0] ?? ''
  if (relation === 'same') {
    // As many shareholders are not the same shareholders.
    const isCount = compared.some(({ evidence }) => evidence.citedType === 'records')
    if (isCount) return sentence(`${names.join('、')}当前${label}均为 ${valueOf(names[0] ?? '')}。`, cited)
    return sentence(`${names.join('、')}的${label}相同${year === '' ? '' : `（${year}）`}。`, cited)
  }
  const valueInYear = (company: string) => `（${year === '' ? '' : `${year} `}${valueOf(company)}）`
  const [more, highest, lowest] = comparedWords[key] ?? countWords(compared[0]?.evidence.label ?? '')
  const [one = '', other = '', ...others] = names
  if (others.length > 0) {
    const isReversed = order === 'least' || order === 'newest'
    const first = isReversed ? (names.at(-1) ?? '') : one
    const lead = order === null ? '' : `${first}${isReversed ? lowest : highest}${valueInYear(first)}；`
    return sentence(`${lead}${label}：${names.join('、')}。`, cited)
  }
  const by = hasDifference ? `，相差 ${shownIn(comparison, difference)}` : ''
  return sentence(`${one}${more}${valueInYear(one)}，${other}为 ${valueOf(other)}${by}。`, cited)
}

/** Why values have no order: their years or extents differ, or a company lacks one, in one sentence for the same companies. */
function unorderedSentences(comparison: Evidence): Statement[] {
  const { fields } = comparison
  const named = (relation: string) => Object.keys(fields).filter((name) => name.startsWith(`${relation}-`))
  const namesIn = (name: string) => textsIn(comparison, name).join('、')
  const differing = named('differing').map((name) => {
    const what = yearlyKeys.has(name.split('-')[1] ?? '') ? '年度' : '口径'
    return sentence(`${namesIn(name)}的${fields[name]?.label ?? ''}${what}不同，无法直接比较。`, [
      { evidence: comparison, fields: [name] },
    ])
  })
  const lacking = [...Map.groupBy(named('lacking'), namesIn)].map(([names, same]) => {
    const labels = same.flatMap((name) => fields[name]?.label ?? [])
    const isOrdered = same.every((name) => name.replace('lacking', 'order') in fields)
    const rest = isOrdered ? '未参与比较' : '无法比较'
    return sentence(`${NOT_COLLECTED}${names}的${labels.join('、')}，${rest}，可到${siteOf(labels)}核查。`, [
      { evidence: comparison, fields: same },
    ])
  })
  return [...differing, ...lacking]
}
const yearlyKeys: ReadonlySet<string> = new Set(['employees', 'insuredCount'])

const comparedKeys = (evidence: readonly Evidence[]) =>
  new Set(
    evidence
      .filter(isComparison)
      .flatMap(({ fields }) => Object.keys(fields).flatMap((name) => /^(?:order|same)-(.*)/u.exec(name)?.[1] ?? [])),
  )

/** How the companies compare, then what has no order; the table beside the sentences shows every value. */
export function composeComparison(result: ToolResult, check: Check): Statement[] {
  if (result.problem === 'notComparable') return [sentence(fixedText.notComparable)]
  const { evidence, call } = result
  const values = evidence.filter(({ company }) => company !== null)
  const keys = comparedKeys(evidence)
  const order = call.tool === 'compare' ? call.arguments.order : null
  // 都是 2000 年以前成立的吗 is true of all or false.
  const verdicts = values.flatMap((one) => isAsSupposed(one, check) ?? [])
  const isDecided = call.tool === 'compare' && verdicts.length === call.arguments.companyIds.length
  const lead = leadOf(check.asked.supposed, isDecided ? verdicts.every(Boolean) : null)
  const relations = evidence
    .filter(isComparison)
    .flatMap((one) => [
      ...Object.keys(one.fields).flatMap((name) =>
        /^(?:order|same)-/u.test(name) ? orderSentence(one, name, { values, order }) : [],
      ),
      ...unorderedSentences(one),
    ])
  const missing = evidence.filter(({ citedType, fields }) => citedType === 'coverage' && 'missing' in fields)
  const unordered = values.filter(
    ({ citedType, fields }) => citedType === 'facts' && !Object.keys(fields).some((name) => keys.has(name)),
  )
  const isShort = (result.table?.rows.length ?? 0) <= STATED_ROWS
  const counts = values.filter(({ citedType, recordType }) => citedType === 'records' && !keys.has(recordType ?? ''))
  const reports = keys.has('employees') ? [] : values.filter(({ citedType }) => citedType === 'record')
  const unconnected = evidence.filter(({ citedType, fields }) => citedType === 'coverage' && 'connection' in fields)
  const [first, ...others] = [
    ...relations,
    ...(isShort || relations.length === 0
      ? composeFacts({ ...result, evidence: [...unordered, ...missing] }, lackingLabels(evidence))
      : []),
    ...(isShort ? [...reports.flatMap(composeReport), ...counts.map((one) => countSentence(one))] : []),
    ...notConnectedSentences(unconnected),
  ]
  return first === undefined ? [] : [{ ...first, text: `${lead}${first.text}` }, ...others]
}

/** Labels of which the sentences on the order say that a company lacks them. */
const lackingLabels = (evidence: readonly Evidence[]) =>
  evidence.filter(isComparison).flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { label }]) => {
      if (!name.startsWith('lacking-')) return []
      return name.endsWith('listedOn0') ? [label, companyFacts.listings.label] : [label]
    }),
  )

const composeReport = (report: Evidence) =>
  composeYears(seriesOf('annualEmployees', [report]), nothingAsked, { days: null })

/** Rows of a table whose values without an order are sentences, too; a longer table states them alone. */
const STATED_ROWS = 2
