import { companyFacts } from '@baiqicha/contract/company-facts'
import { type Evidence, numberIn, shownIn, textsIn } from '../../evidence/evidence.ts'
import type { ToolResult } from '../../evidence/tool-result.ts'
import type { Order } from '../../question/parsed-question.ts'
import { NOT_COLLECTED } from '../../tools/evidence-fields.ts'
import { type Asked, nothingAsked } from '../asked.ts'
import { fixedText } from '../fixed-sentences.ts'
import type { Statement } from '../statement.ts'
import { type Check, isAsSupposed, leadOf } from '../supposed.ts'
import { composeFacts, siteOf } from './compose-facts.ts'
import { countSentence } from './compose-records.ts'
import { composeYears, seriesOf } from './compose-years.ts'
import { sentence } from './sentence.ts'
import { notConnectedSentences } from './unconnected.ts'

/** The compared values: field of a fact, or number of current records of a kind. */
const comparedValues = (values: readonly Evidence[], key: string): { evidence: Evidence; field: string }[] =>
  values.flatMap((evidence) => {
    const isCount = evidence.citedType === 'records'
    const isCompared = isCount ? evidence.recordType === key : key in evidence.fields
    return isCompared ? [{ evidence, field: isCount ? 'current' : key }] : []
  })

/** How the first and the last of an order are said: 注册资本更高, 注册资本最低. A count of records has more or fewer. */
const comparedWords: Readonly<Record<string, readonly [what: string, first: string, last: string]>> = {
  registeredCapital: ['注册资本', '高', '低'],
  paidInCapital: ['实缴资本', '高', '低'],
  insuredCount: ['参保人数', '多', '少'],
  employees: ['员工', '多', '少'],
  foundedOn: ['成立', '早', '晚'],
  listedOn0: ['上市', '早', '晚'],
}

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
  const [what, first, last] = comparedWords[key] ?? [`当前${compared[0]?.evidence.label ?? ''}`, '多', '少']
  const [one = '', other = '', ...others] = names
  if (others.length > 0) {
    const isReversed = order === 'least' || order === 'newest'
    const asked = isReversed ? (names.at(-1) ?? '') : one
    const lead = order === null ? '' : `${asked}${what}最${isReversed ? last : first}${valueInYear(asked)}；`
    return sentence(`${lead}${label}：${names.join('、')}。`, cited)
  }
  const by = hasDifference ? `，相差 ${shownIn(comparison, difference)}` : ''
  return sentence(`${one}${what}更${first}${valueInYear(one)}，${other}为 ${valueOf(other)}${by}。`, cited)
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

/** A list without a record of today, and with others: 历史 3 条. */
const isOver = (list: Evidence) => numberIn(list, 'current') === 0 && numberIn(list, 'total') > 0

/** How the companies compare, then what has no order; the table beside the sentences shows every value. */
export function composeComparison(
  result: ToolResult,
  check: Check & { asked: Pick<Asked, 'asksCode' | 'asksIfShared'> },
): Statement[] {
  if (result.problem === 'notComparable') return [sentence(fixedText.notComparable)]
  const { evidence, call } = result
  const values = evidence.filter(({ company }) => company !== null)
  const comparison = evidence.find(({ citedType, company }) => citedType === 'facts' && company === null)
  const related = Object.keys(comparison?.fields ?? {}).filter((name) => /^(?:order|same)-/u.test(name))
  const keys = new Set(related.map((name) => name.replace(/^[a-z]+-/u, '')))
  const order = call.tool === 'compare' ? call.arguments.order : null
  // 都是 2000 年以前成立的吗 is true of all or false.
  const verdicts = values.flatMap((one) => isAsSupposed(one, check) ?? [])
  const isDecided = call.tool === 'compare' && verdicts.length === call.arguments.companyIds.length
  const shared = check.asked.asksIfShared ? sharedLead(values) : ''
  const lead = shared === '' ? leadOf(check.asked.supposed, isDecided ? verdicts.every(Boolean) : null) : shared
  const relations =
    comparison === undefined
      ? []
      : [
          ...related.map((name) => orderSentence(comparison, name, { values, order })),
          ...unorderedSentences(comparison),
        ]
  const missing = evidence.filter(({ citedType, fields }) => citedType === 'coverage' && 'missing' in fields)
  const unordered = values.filter(
    ({ citedType, fields }) => citedType === 'facts' && !Object.keys(fields).some((name) => keys.has(name)),
  )
  const isShort = (result.table?.rows.length ?? 0) <= STATED_ROWS
  const counts = values.filter((one) => one.citedType === 'records' && (!keys.has(one.recordType ?? '') || isOver(one)))
  const reports = keys.has('employees') ? [] : values.filter(({ citedType }) => citedType === 'record')
  const [first, ...others] = [
    ...relations,
    ...(isShort || relations.length === 0
      ? composeFacts({ ...result, evidence: [...unordered, ...missing] }, lackingLabels(comparison))
      : []),
    ...(isShort ? [...reports.flatMap(composeReport), ...counts.map((one) => countSentence(one))] : []),
    ...(check.asked.asksCode ? codesSentence(values) : []),
    ...notConnectedSentences(evidence),
    ...(shared !== '' && isOfPersons(values) ? [sentence(fixedText.namesakes)] : []),
  ]
  return first === undefined ? [] : [{ ...first, text: `${lead}${first.text}` }, ...others]
}

const isOfPersons = (values: readonly Evidence[]) => values.some(({ fields }) => 'legalRepresentative' in fields)

/**
 * 是， where all companies have the same region, 姓名相同， of legal representatives or of holders of an office; empty: a company does not
 * state it, or several.
 */
export function sharedLead(values: readonly Evidence[]): string {
  const companies = new Set(values.map(({ company }) => company?.id))
  const isOfOffice = values.some(({ recordType }) => recordType === 'keyPerson')
  const key = isOfOffice ? 'name' : isOfPersons(values) ? 'legalRepresentative' : 'region'
  const stated = values.flatMap((one) => textsIn(one, key))
  if (companies.size < 2 || stated.length !== companies.size) return ''
  if (new Set(stated).size > 1) return '不是，'
  return key === 'region' ? '是，' : '姓名相同，'
}

/** 股票代码：甲 600993，乙 600436。 */
function codesSentence(values: readonly Evidence[]): Statement[] {
  const coded = values.filter(({ fields }) => 'code0' in fields)
  const text = coded.map((one) => `${one.company?.name ?? ''} ${shownIn(one, 'code0')}`).join('，')
  const cited = coded.map((evidence) => ({ evidence, fields: ['code0'] }))
  return coded.length === 0 ? [] : [sentence(`股票代码：${text}。`, cited)]
}

/** Labels of which the sentences on the order say that a company lacks them. */
const lackingLabels = (comparison: Evidence | undefined) =>
  Object.entries(comparison?.fields ?? {}).flatMap(([name, { label }]) => {
    if (!name.startsWith('lacking-')) return []
    return name.endsWith('listedOn0') ? [label, companyFacts.listings.label] : [label]
  })

const composeReport = (report: Evidence) =>
  composeYears(seriesOf('annualEmployees', [report]), nothingAsked, { days: null })

/** Rows of a table whose values without an order are sentences, too; a longer table states them alone. */
const STATED_ROWS = 2
