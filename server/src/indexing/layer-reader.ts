import type { Candidates } from './candidates.ts'
import type { Term } from './term.ts'

export type LayerHeader = { format: number; companies: number; builtAt: number; regionWords: string[] }

/** One layer, open for reading. Every block is checked as it is read; one that is not what was written throws. */
export type LayerReader = {
  file: string
  header: LayerHeader
  segments: number
  candidates: (term: Term) => Candidates
  record(doc: number): string
  longText(doc: number): string
  rank(doc: number): number
  /** yyyymmdd, 0 where unknown. */
  foundedOn(doc: number): number
  /** NaN where unknown. */
  capital(doc: number): number
  close(): void
}
