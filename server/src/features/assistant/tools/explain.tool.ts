import {
  recordTerms,
  registerTerms,
  severityTerms,
  statusTerms,
  type TermExplanation,
} from '@baiqicha/contract/explained-terms'
import type { ToolCall } from '../evidence/tool-call.ts'
import type { ToolResult } from '../evidence/tool-result.ts'
import { emptyResult, evidenceOf, fieldsOf, OWN_SOURCE, textField } from './evidence-fields.ts'

const terms: ReadonlyMap<string, TermExplanation> = new Map(
  [registerTerms, severityTerms, recordTerms, statusTerms].flatMap((set) => Object.entries(set)),
)

/** A term of the file of explanations, with the article of law that it follows. */
export function explain(call: ToolCall & { tool: 'explain' }): ToolResult {
  const { term } = call.arguments
  const found = terms.get(term)
  if (found === undefined) return { ...emptyResult(call), problem: 'notFound' }
  return {
    ...emptyResult(call),
    evidence: [
      evidenceOf({
        id: `term:${term}`,
        citedType: 'term',
        label: '名词解释',
        fields: fieldsOf({
          term: textField('名词', term),
          text: textField('解释', found.text),
          law: textField('依据', found.law ?? null),
        }),
        sourceName: found.law ?? OWN_SOURCE,
      }),
    ],
  }
}
