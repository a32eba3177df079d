import { rmSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import { analyzeCompany } from '../analysis/company-terms.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import { type RegionWords, regionWordsOf } from '../analysis/region-words.ts'
import { dayOf } from '../analysis/static-rank.ts'
import type { Term } from '../analysis/term.ts'
import { type SortedRun, SortedRuns } from './sorted-runs.ts'
import { StagedCompanies, type StagedCompany } from './staged-companies.ts'

/** What another thread needs to write the companies of a part; their data and terms are in its files. */
export type SentPart = {
  ranks: Float64Array
  starts: Float64Array
  bytes: number
  runs: readonly SortedRun[]
  termBytes: number
  regionWords: readonly string[]
}

const companiesFile = (file: string) => `${file}.companies`
const termsFile = (file: string) => `${file}.terms`

/** Files of a part that may exist. */
const partFiles = (file: string): string[] => [companiesFile(file), termsFile(file)]

/** Consecutive companies of a segment and their sorted terms, collected in two temporary files. */
export class SegmentPart {
  readonly staged: StagedCompanies
  readonly terms: SortedRuns
  readonly #regions = new Set<RegionWords>()
  readonly #sentWords: readonly string[]

  /** `runEntries`: see SortedRuns. */
  constructor(file: string, options: { runEntries?: number; sent?: SentPart } = {}) {
    const { sent, runEntries } = options
    this.staged = new StagedCompanies(companiesFile(file), sent)
    this.terms = new SortedRuns(termsFile(file), runEntries, sent)
    this.#sentWords = sent?.regionWords ?? []
  }

  /** Companies of equal rank keep the order in which they are added. */
  add(company: IndexableCompany, pronunciation: Pronunciation) {
    this.#regions.add(regionWordsOf(company))
    const { rank, record, longText, terms } = analyzeCompany(company, pronunciation)
    const foundedOn = dayOf(company.foundedOn) ?? 0
    this.addAnalyzed({ rank, foundedOn, capital: company.capital ?? Number.NaN, record, longText }, terms)
  }

  addAnalyzed(company: StagedCompany, terms: Iterable<Term>) {
    this.terms.add(this.staged.add(company), terms)
  }

  /** In the order in which companies state them. */
  get regionWords(): readonly string[] {
    return [...new Set([...this.#sentWords, ...[...this.#regions].flatMap(({ keys }) => keys)])]
  }

  /** Call after the last company. */
  finish() {
    this.staged.finish()
    this.terms.finish()
  }

  /** Closes the files of a finished part without removing them: another thread writes them into the segment. */
  send(): SentPart {
    return { ...this.staged.send(), ...this.terms.send(), regionWords: this.regionWords }
  }

  remove() {
    this.staged.remove()
    this.terms.file.remove()
  }
}

/** Limits as those of the follower, which does the same work. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 }

/** A part that a thread collects. */
type CollectingPart = {
  /** Rejects when the thread fails or is stopped. */
  sent: Promise<SentPart>
  /** Ends the thread and removes its files. May be called at any time, also after the part was written. */
  stop: () => Promise<void>
}

/** Starts a thread that collects the companies from `from` on into files of this name. */
export type CollectPart = (file: string, from: string) => CollectingPart

/** `module` posts a `SentPart` for its workerData: `data` with `file` and `from`. */
export const collectInThread =
  (module: URL, data: object): CollectPart =>
  (file, from) => {
    const worker = new Worker(module, { workerData: { ...data, file, from }, resourceLimits })
    const sent = new Promise<SentPart>((resolve, reject) => {
      worker.once('message', (part: SentPart) => resolve(part))
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the thread that collects companies ended')))
    })
    // A build that fails before it needs the part does not wait for it.
    sent.catch(() => {})
    return {
      sent,
      stop: async () => {
        await worker.terminate()
        for (const name of partFiles(file)) rmSync(name, { force: true })
      },
    }
  }
