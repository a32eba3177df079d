import { populationOf } from '../../../../domain/company/population.ts'
import type { Evidence } from '../../evidence/evidence.ts'
import type { ToolResult } from '../../evidence/tool-result.ts'
import { fixedText } from '../fixed-sentences.ts'
import type { Statement } from '../statement.ts'
import { notConnectedSentence } from './compose-records.ts'
import { labelled, numberIn, sentence, stated } from './sentence.ts'

/** Digits of the code of a district; a city has four. */
const DISTRICT_DIGITS = 6
/** Largest groups that a sentence states; the bars show all. */
const STATED_GROUPS = 3
const isResult = (name: string) =>
  /^(?:total|shown|ungrouped|(?:group|name|foundedOn|capital)\d+|status\d+)$/.test(name)

function conditionsOf({ fields }: Evidence): { names: string[]; text: string } {
  const names = Object.keys(fields).filter((name) => !isResult(name))
  const conditions = names.flatMap((name) => fields[name] ?? []).map(labelled)
  return { names, text: conditions.length === 0 ? '' : `符合条件（${conditions.join('；')}）的` }
}

/** What a count by industry, district or records leaves out. */
function leftOut({ call, evidence }: ToolResult): Statement[] {
  if (call.tool !== 'count' && call.tool !== 'filter') return []
  const { industry, region } = call.arguments.conditions
  const hasUncovered = evidence.some(({ citedType }) => citedType === 'coverage')
  return [
    ...(hasUncovered ? [sentence(fixedText.withoutCoverage)] : []),
    ...(industry === undefined ? [] : [sentence(fixedText.withoutIndustry)]),
    ...(region?.length === DISTRICT_DIGITS && populationOf(region) === 'real'
      ? [sentence(fixedText.withoutDistrict)]
      : []),
  ]
}

function totalSentence(search: Evidence, more: readonly string[], text: string): Statement {
  const conditions = conditionsOf(search)
  const total = numberIn(search, 'total')
  if (total === 0) {
    return sentence(`未查询到${conditions.text}企业。`, [{ evidence: search, fields: ['total', ...conditions.names] }])
  }
  return sentence(`${conditions.text}企业共 ${total.toLocaleString('zh-CN')} 家${text}。`, [
    { evidence: search, fields: ['total', ...conditions.names, ...more] },
  ])
}

/** Number of companies, and the largest groups. */
export function composeCount(result: ToolResult): Statement[] {
  const {
    evidence: [found],
    problem,
  } = result
  if (problem === 'unavailable') return [sentence(fixedText.indexUnavailable)]
  if (problem !== null || found === undefined) return [sentence(fixedText.notCounted)]
  if (found.citedType === 'coverage') return [notConnectedSentence(found)]
  const groups = Object.keys(found.fields)
    .filter((name) => /^group\d+$/.test(name))
    .slice(0, STATED_GROUPS)
  const largest = groups.flatMap((name) => found.fields[name] ?? []).map(labelled)
  const rest = largest.length === 0 ? '' : `，其中${largest.join('，')}`
  const isNotGrouped =
    result.call.tool === 'count' &&
    result.call.arguments.groupBy !== null &&
    groups.length === 0 &&
    numberIn(found, 'total') > 0
  return [
    totalSentence(found, groups, rest),
    ...(isNotGrouped ? [sentence(fixedText.notGrouped)] : []),
    ...leftOut(result),
  ]
}

/** Number of companies, and the first of them. */
export function composeList(result: ToolResult): Statement[] {
  const { evidence, problem } = result
  const [found] = evidence
  if (problem !== null || found === undefined || found.citedType === 'coverage') return composeCount(result)
  const shown = 'shown' in found.fields ? ['shown'] : []
  const text = shown.length === 0 ? '' : `，前 ${numberIn(found, 'shown')} 家如下`
  const rows = Object.keys(found.fields).filter((name) => /^name\d+$/.test(name))
  return [
    totalSentence(found, shown, text),
    ...leftOut(result),
    ...rows.map((name) => {
      const at = name.slice('name'.length)
      const others = ['capital', 'foundedOn'].map((one) => `${one}${at}`).filter((one) => one in found.fields)
      const values = others.flatMap((one) => found.fields[one] ?? []).map(stated)
      const field = found.fields[name]
      const company = field?.value.type === 'text' ? field.value.text : ''
      return sentence(`${[company, ...values].join('，')}。`, [{ evidence: found, fields: [name, ...others] }], true)
    }),
  ]
}
