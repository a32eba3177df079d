import type { Evidence } from '../../evidence/evidence.ts'
import type { ToolResult } from '../../evidence/tool-result.ts'
import type { Statement } from '../statement.ts'
import { asOfClause, labelled, sentence } from './sentence.ts'

/** Sentences of the facts of a company: one per source and date, then what no source states. */
export function composeFacts({ evidence }: ToolResult): Statement[] {
  return evidence.map((one) => (one.citedType === 'facts' ? factsSentence(one) : missingSentence(one)))
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

const missingSentence = (evidence: Evidence): Statement =>
  sentence(`${evidence.company?.name ?? ''}：${Object.values(evidence.fields).map(labelled).join('，')}。`, [
    { evidence, fields: Object.keys(evidence.fields) },
  ])
