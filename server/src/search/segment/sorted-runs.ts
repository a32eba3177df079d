import type { Term } from '../analysis/term.ts'
import { TermEntries } from './radix-sort.ts'
import { ScratchFile } from './scratch-file.ts'

/** Entries that are sorted at a time: few enough to take no 50 ms and little memory, however long the texts are. */
const RUN_ENTRIES = 1 << 19
/** Companies of a run are numbered from its first one, in 16 bits. */
const RUN_COMPANIES = 1 << 16

/** A part of the file with the terms of some companies, sorted. */
export type SortedRun = { start: number; end: number; firstCompany: number }

/**
 * Terms of companies in the order in which they come, sorted in runs of a bounded size and laid aside in a file.
 * A run: per term its distance from the one before, the number of its companies, and these.
 */
export class SortedRuns {
  readonly file: ScratchFile
  readonly runs: SortedRun[] = []
  readonly #entries = new TermEntries(RUN_ENTRIES)
  readonly #runEntries: number
  #firstCompany = 0

  /** `runEntries`: how many entries make a run. */
  constructor(file: string, runEntries = RUN_ENTRIES) {
    this.file = new ScratchFile(file)
    this.#runEntries = runEntries
  }

  /** Companies come in order, each once. */
  add(company: number, terms: Iterable<Term>) {
    if (company - this.#firstCompany >= RUN_COMPANIES) this.#endRun(company)
    for (const term of terms) this.#entries.add(term, company - this.#firstCompany)
    if (this.#entries.count >= this.#runEntries) this.#endRun(company + 1)
  }

  /** No more companies follow. */
  finish() {
    this.#endRun(0)
    this.file.flush()
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
