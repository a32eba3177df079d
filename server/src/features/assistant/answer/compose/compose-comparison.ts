import type { Evidence, EvidenceField } from '../../evidence/evidence.ts'
import type { ToolResult } from '../../evidence/tool-result.ts'
import { shownValue } from '../../tools/shown-value.ts'
import { fixedText } from '../fixed-sentences.ts'
import type { Statement } from '../statement.ts'
import { isOrder, isRelation } from '../statement-tokens.ts'
import { composeFacts } from './compose-facts.ts'
import { countSentence, notConnectedSentence } from './compose-records.ts'
import { type Cited, labelled, sentence, textsIn } from './sentence.ts'

const isComparison = ({ citedType, company }: Evidence) => citedType === 'facts' && company === null

/** The compared values, which also name the companies: field of a fact, or number of current records of a kind. */
function comparedValues(values: readonly Evidence[], name: string): Cited[] {
  const key = name.split('-')[1] ?? ''
  return values.flatMap((evidence): Cited[] => {
    if (evidence.citedType === 'facts' && key in evidence.fields) return [{ evidence, fields: [key] }]
    return evidence.recordType === key ? [{ evidence, fields: ['current'] }] : []
  })
}

/** 注册资本：甲 高于 乙，差额 3 万元。 */
function relationSentence(
  evidence: Evidence,
  name: string,
  { label }: EvidenceField,
  values: readonly Evidence[],
): Statement | null {
  const [one = '', relation = '', other = ''] = textsIn(evidence, name)
  if (relation === '相同') return null
  const difference = `difference-${name.slice('relation-'.length)}`
  const amount = evidence.fields[difference]
  const rest = amount === undefined ? '' : `，${amount.label} ${shownValue(amount.value)}`
  return sentence(`${label}：${one}${relation}${other}${rest}。`, [
    { evidence, fields: [name, ...(amount === undefined ? [] : [difference])] },
    ...comparedValues(values, name),
  ])
}

function sentencesOf(evidence: Evidence, values: readonly Evidence[]): Statement[] {
  return Object.entries(evidence.fields).flatMap(([name, field]): Statement[] => {
    const cited = { evidence, name, field }
    if (name.endsWith('-inverse') || name.startsWith('difference-')) return []
    if (isRelation(cited)) {
      const stated = relationSentence(evidence, name, field, values)
      return stated === null ? [] : [stated]
    }
    if (isOrder(cited)) {
      return [
        sentence(`${field.label}：${textsIn(evidence, name).join('、')}。`, [
          { evidence, fields: [name] },
          ...comparedValues(values, name),
        ]),
      ]
    }
    return [sentence(`${labelled(field)}。`, [{ evidence, fields: [name] }])]
  })
}

/** Values of each company, then how they compare. The table beside it has the same values. */
export function composeComparison(result: ToolResult): Statement[] {
  if (result.problem === 'notComparable') return [sentence(fixedText.notComparable)]
  const { evidence } = result
  const values = evidence.filter(({ company }) => company !== null)
  const relations = evidence.filter(isComparison).flatMap((one) => sentencesOf(one, values))
  const facts = composeFacts({
    ...result,
    evidence: evidence.filter((one) => !isComparison(one) && one.citedType !== 'records' && one.recordType === null),
  })
  const own = composeFacts({
    ...result,
    evidence: evidence.filter((one) => one.citedType === 'facts' && one.company !== null),
  })
  const lists = evidence.flatMap((one) => {
    if (one.citedType === 'records') return [countSentence(one)]
    return one.citedType === 'coverage' && 'connection' in one.fields ? [notConnectedSentence(one)] : []
  })
  return [...own, ...facts, ...lists, ...relations]
}
