import type { Evidence, EvidenceField } from '../../evidence/evidence.ts'
import type { ToolResult } from '../../evidence/tool-result.ts'
import { shownValue } from '../../tools/shown-value.ts'
import { fixedText } from '../fixed-sentences.ts'
import type { Statement } from '../statement.ts'
import { isOrder, isRelation } from '../statement-tokens.ts'
import { composeFacts } from './compose-facts.ts'
import { countSentence, notConnectedSentence } from './compose-records.ts'
import { type Cited, sentence, stated, textsIn } from './sentence.ts'

const isComparison = ({ citedType, company }: Evidence) => citedType === 'facts' && company === null

/** The compared values, which also name the companies: field of a fact, or number of current records of a kind. */
function comparedValues(values: readonly Evidence[], name: string): Cited[] {
  const key = name.split('-')[1] ?? ''
  return values.flatMap((evidence): Cited[] => {
    if (evidence.citedType !== 'records' && key in evidence.fields) return [{ evidence, fields: [key] }]
    return evidence.citedType === 'records' && evidence.recordType === key ? [{ evidence, fields: ['current'] }] : []
  })
}

/** 注册资本：甲 高于 乙，差额 3 万元。 */
function relationSentence(
  evidence: Evidence,
  name: string,
  { label }: EvidenceField,
  values: readonly Evidence[],
): Statement {
  const [one = '', relation = '', other = ''] = textsIn(evidence, name)
  const difference = `difference-${name.slice('relation-'.length)}`
  const amount = evidence.fields[difference]
  const rest = amount === undefined ? '' : `，${amount.label} ${shownValue(amount.value)}`
  const text = relation === '相同' ? `${one}与${other}${relation}` : `${one}${relation}${other}`
  return sentence(`${label}：${text}${rest}。`, [
    { evidence, fields: [name, ...(amount === undefined ? [] : [difference])] },
    ...comparedValues(values, name),
  ])
}

function sentencesOf(evidence: Evidence, values: readonly Evidence[]): Statement[] {
  return Object.entries(evidence.fields).flatMap(([name, field]): Statement[] => {
    const cited = { evidence, name, field }
    if (name.endsWith('-inverse') || name.startsWith('difference-')) return []
    // The order of several companies states which is first and last.
    if (name.endsWith('-first') || name.endsWith('-last')) return []
    if (isRelation(cited)) {
      return [relationSentence(evidence, name, field, values)]
    }
    if (isOrder(cited)) {
      return [
        sentence(`${field.label}：${textsIn(evidence, name).join('、')}。`, [
          { evidence, fields: [name] },
          ...comparedValues(values, name),
        ]),
      ]
    }
    return [sentence(`${field.label}：${textsIn(evidence, name).join('、')}。`, [{ evidence, fields: [name] }])]
  })
}

/** Rows of a table whose values are sentences, too; a longer table states them alone. */
const STATED_ROWS = 2

/** 〈企业〉：年度为 2021年，员工人数为 680 人。 */
function reportSentence(evidence: Evidence): Statement {
  const fields = ['year', 'employees'].filter((name) => name in evidence.fields)
  const text = fields
    .flatMap((name) => evidence.fields[name] ?? [])
    .map(stated)
    .join('，')
  return sentence(`${evidence.company?.name ?? ''}：${text}。`, [{ evidence, fields }])
}

/** How the companies compare, then their values, which the table beside it shows too. */
export function composeComparison(result: ToolResult): Statement[] {
  if (result.problem === 'notComparable') return [sentence(fixedText.notComparable)]
  const { evidence } = result
  const values = evidence.filter(({ company }) => company !== null)
  const relations = evidence.filter(isComparison).flatMap((one) => sentencesOf(one, values))
  const facts = composeFacts({
    ...result,
    evidence: evidence.filter(({ citedType, fields }) => citedType === 'coverage' && 'missing' in fields),
  })
  const own = composeFacts({
    ...result,
    evidence: evidence.filter((one) => one.citedType === 'facts' && one.company !== null),
  })
  const counts = evidence.filter(({ citedType }) => citedType === 'records').map((one) => countSentence(one))
  const unconnected = evidence
    .filter(({ citedType, fields }) => citedType === 'coverage' && 'connection' in fields)
    .map(notConnectedSentence)
  const reports = values.filter(({ citedType }) => citedType === 'record').map(reportSentence)
  const rows = result.table?.rows.length ?? 0
  const valued = rows > STATED_ROWS ? [] : [...own, ...reports, ...facts, ...counts]
  return [...relations, ...valued, ...unconnected]
}
