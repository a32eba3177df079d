import { givesWay } from '../../domain/company/provenance.ts'

/** The newer of two as-ofs, compared by their last day; null for none. */
export function newerDay(a: string | null, b: string | null): string | null {
  if (a === b) return a
  return givesWay({ source: '', asOf: a }, { source: '', asOf: b }) ? b : a
}
