import { companyFacts } from '@baiqicha/contract/company-facts'
import { isLiveStatus } from '@baiqicha/contract/company-status'
import type { Evidence } from '../../evidence/evidence.ts'
import type { ToolResult } from '../../evidence/tool-result.ts'
import type { Statement } from '../statement.ts'
import { asOfClause, labelled, sentence, textsIn } from './sentence.ts'

/**
 * Sentences of the facts of a company: one per source and date, then what no source states. A company whose stated status is
 * live has no end that could be missing: a false premise (…什么时候被吊销的) is answered with its status.
 */
export function composeFacts({ evidence }: ToolResult): Statement[] {
  return evidence.flatMap((one) => {
    if (one.citedType === 'facts') return [factsSentence(one)]
    const isLive = evidence.some(
      (other) =>
        other.company?.id === one.company?.id && textsIn(other, 'status').some((status) => isLiveStatus(status)),
    )
    return missingSentence(one, isLive ? [companyFacts.ended.label] : [])
  })
}

function factsSentence(evidence: Evidence): Statement {
  const { company, date, fields } = evidence
  const names = Object.keys(fields)
  const values = Object.values(fields)
  const subject = company?.name ?? ''
  const [only] = values
  const text =
    values.length === 1 && only !== undefined
      ? `${subject}的${labelled(only)}。`
      : `${subject}：${values.map(labelled).join('，')}。`
  return sentence(`${asOfClause(date)}${text}`, [{ evidence, fields: names }])
}

function missingSentence(evidence: Evidence, omitted: readonly string[]): Statement[] {
  const { company, fields } = evidence
  const stated = Object.values(fields).flatMap((field) => {
    if (field.value.type !== 'texts') return [labelled(field)]
    const rest = field.value.texts.filter((one) => !omitted.includes(one))
    return rest.length === 0 ? [] : [labelled({ ...field, value: { type: 'texts', texts: rest } })]
  })
  if (stated.length === 0) return []
  return [sentence(`${company?.name ?? ''}：${stated.join('，')}。`, [{ evidence, fields: Object.keys(fields) }])]
}
