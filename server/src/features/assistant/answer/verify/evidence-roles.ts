import type { Evidence } from '../../evidence/evidence.ts'
import type { CitedField } from '../statement-tokens.ts'

/** Fields of a list or a search that it counted or found; every other field of it is a condition. */
const results =
  /^(?:current|disputed|history|total|sum|shown|ungrouped|(?:group|name|status|foundedOn|capital|revenue|revenueYear|listedOn)\d+)$/
const counts = /^(?:current|disputed|history|total|sum|shown|ungrouped|group\d+)$/

const isList = ({ citedType }: Evidence) => citedType === 'records' || citedType === 'search'

/** Whether a field counts what meets the conditions of its list. */
export const isCount = ({ evidence, name }: CitedField): boolean => isList(evidence) && counts.test(name)

/** Names of the conditions by which a list is narrowed. */
export const conditionsOf = (evidence: Evidence): string[] =>
  isList(evidence) ? Object.keys(evidence.fields).filter((name) => !results.test(name)) : []

/** Record, or row of a search, to which a field belongs; null: none. */
export function rowOf({ evidence: { id, citedType }, name }: CitedField): string | null {
  if (citedType === 'record') return id
  const row =
    citedType === 'search'
      ? /^(?:name|status|foundedOn|capital|revenue|revenueYear|listedOn)(\d+)$/.exec(name)?.[1]
      : undefined
  return row === undefined ? null : `${id} ${row}`
}
