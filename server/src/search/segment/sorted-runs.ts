import type { Term } from '../analysis/term.ts'
import { TermEntries } from './radix-sort.ts'
import { ScratchFile } from './scratch-file.ts'

/** Entries per run. Sorting them takes less than 50 ms and bounds the memory, however many terms a company has. */
const RUN_ENTRIES = 1 << 19
/** Companies of a run are stored relative to its first one, in 16 bits. */
const RUN_COMPANIES = 1 << 16

/** Bytes `start` to `end` of the file: the sorted terms of some consecutive companies. */
export type SortedRun = { start: number; end: number; firstCompany: number }

/** Runs in a closed file. */
export type SentRuns = { runs: readonly SortedRun[]; termBytes: number }

/**
 * The first half of an external merge sort: sorts terms in runs of bounded size and writes them to a temporary file. An
 * entry of a run is the difference to the previous term, the number of companies, and the companies.
 */
export class SortedRuns {
  readonly file: ScratchFile
  readonly runs: SortedRun[]
  readonly #entries: TermEntries
  readonly #runEntries: number
  #firstCompany = 0

  /** `runEntries`: entries per run. `sent`: what another thread has written to the file. */
  constructor(file: string, runEntries = RUN_ENTRIES, sent?: SentRuns) {
    this.file = new ScratchFile(file, sent?.termBytes)
    this.runs = [...(sent?.runs ?? [])]
    this.#entries = new TermEntries(sent === undefined ? RUN_ENTRIES : 0)
    this.#runEntries = runEntries
  }

  /** Companies are added in order, each once. */
  add(company: number, terms: Iterable<Term>) {
    if (company - this.#firstCompany >= RUN_COMPANIES) this.#endRun(company)
    for (const term of terms) this.#entries.add(term, company - this.#firstCompany)
    if (this.#entries.count >= this.#runEntries) this.#endRun(company + 1)
  }

  /** Call after the last company. */
  finish() {
    this.#endRun(0)
    this.file.flush()
  }

  /** Closes the file after `finish`. */
  send(): SentRuns {
    this.file.close()
    return { runs: this.runs, termBytes: this.file.length }
  }

  #endRun(nextCompany: number) {
    const entries = this.#entries
    const start = this.file.length
    if (entries.count > 0) {
      entries.sort()
      this.#write(entries)
      this.runs.push({ start, end: this.file.length, firstCompany: this.#firstCompany })
    }
    entries.clear()
    this.#firstCompany = nextCompany
  }

  #write(entries: TermEntries) {
    const { writer } = this.file
    const { count } = entries
    let previous = 0
    for (let from = 0; from < count; ) {
      const term = entries.termAt(from)
      const to = entries.endOf(from)
      writer.varint(term - previous)
      writer.varint(entries.countDocs(from, to))
      let last = -1
      for (let at = from; at < to; at += 1) {
        const doc = entries.docAt(at)
        if (doc !== last) writer.uint16(doc)
        last = doc
      }
      this.file.flushIfLarge()
      previous = term
      from = to
    }
  }
}
