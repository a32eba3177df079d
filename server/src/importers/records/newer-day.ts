import { givesWay } from '../../domain/company/provenance.ts'

/** The newer of two as-ofs, each as exact as it was told; null for none. */
export function newerDay(a: string | null, b: string | null): string | null {
  if (a === b) return a
  return givesWay({ source: '', asOf: a }, { source: '', asOf: b }) ? b : a
}
