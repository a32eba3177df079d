import { riskLabels } from '@baiqicha/contract/company-summary'
import { severityTerms, statusTerms } from '@baiqicha/contract/explained-terms'
import { notesOf } from '@baiqicha/contract/records/kind-notes'
import { kindTable, type SectionKey } from '@baiqicha/contract/records/kind-table'

export type Explanation = { term: string; text: string }

function explainKind(key: SectionKey): Explanation[] {
  const { explanation, about } = notesOf(key)
  const text = explanation ?? about
  return text === undefined ? [] : [{ term: kindTable[key].title, text }]
}

/** Explanations of the kinds that need one. */
export const explainKinds = (keys: readonly SectionKey[]): Explanation[] => keys.flatMap(explainKind)

const tagKinds: Readonly<Record<string, SectionKey>> = {
  [riskLabels.dishonestDebtor]: 'dishonestExecutor',
  [riskLabels.judgmentDebtor]: 'executedPerson',
  [riskLabels.consumptionRestriction]: 'consumptionRestriction',
}

/** Explanations of the tags that need one. */
export function explainTags(labels: readonly string[]): Explanation[] {
  return labels.flatMap((label) => {
    const kind = tagKinds[label]
    if (kind !== undefined) return explainKind(kind)
    const text = label === '存续' ? undefined : statusTerms[label]?.text
    return text === undefined ? [] : [{ term: label, text }]
  })
}

/** Explanations of the risk grades, as facts (PRODUCT B15). */
export const severityExplanations: readonly Explanation[] = Object.entries(severityTerms).map(([term, { text }]) => ({
  term,
  text,
}))
