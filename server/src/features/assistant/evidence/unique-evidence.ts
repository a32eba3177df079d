import type { Evidence } from './evidence.ts'

/**
 * Evidence with unique ids. Two calls may find different fields of one source, as 注册资本 and 实缴资本: they are one evidence,
 * with one number in the answer.
 */
export function uniqueEvidence(evidence: readonly Evidence[]): Evidence[] {
  const byId = new Map<string, Evidence>()
  for (const one of evidence) {
    const known = byId.get(one.id)
    byId.set(one.id, known === undefined ? one : { ...one, fields: { ...known.fields, ...one.fields } })
  }
  return [...byId.values()]
}
