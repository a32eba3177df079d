import { rmSync } from 'node:fs'
import type { Term } from '../analysis/term.ts'
import { ByteWriter } from './bytes.ts'
import { MergedPostings } from './posting-merge.ts'
import { PostingWriter } from './posting-writer.ts'
import {
  encodeFooter,
  FORMAT_VERSION,
  type Footer,
  LONG_TEXTS_PER_BLOCK,
  RECORDS_PER_BLOCK,
  type SegmentHeader,
  VALUES_PER_BLOCK,
} from './segment-format.ts'
import { SectionWriter, SegmentOutput } from './segment-output.ts'
import { SortedRuns } from './sorted-runs.ts'
import { StagedCompanies, type StagedCompany } from './staged-companies.ts'

/** Companies, and postings, written between two yields. */
const COMPANIES_PER_STEP = 256
const POSTINGS_PER_STEP = 1 << 14

/** Writes one segment file. Companies and terms are collected in two temporary files next to it. */
export class SegmentWriter {
  readonly #file: string
  readonly #staged: StagedCompanies
  readonly #terms: SortedRuns
  #output: SegmentOutput | null = null

  /** `runEntries`: see SortedRuns. */
  constructor(file: string, runEntries?: number) {
    this.#file = file
    this.#staged = new StagedCompanies(`${file}.companies`)
    this.#terms = new SortedRuns(`${file}.terms`, runEntries)
  }

  add(company: StagedCompany, terms: Iterable<Term>) {
    this.#terms.add(this.#staged.add(company), terms)
  }

  /** Yields so that the caller may pause. At the end the file is complete but not synced: see `sync`. */
  *write(builtAt: number, regionWords: string[]): Generator<void, SegmentHeader> {
    const output = new SegmentOutput(this.#file)
    this.#output = output
    this.#terms.finish()
    yield
    const order = yield* this.#staged.inRankOrder()
    const companyTables = yield* writeCompanies(this.#staged, order, output)
    const termTables = yield* writeTerms(this.#terms, order, output)
    const header = { format: FORMAT_VERSION, companies: this.#staged.count, builtAt, regionWords }
    const { firstTerms, ...postingTables } = termTables
    output.append(encodeFooter({ header, tables: { ...companyTables, ...postingTables }, firstTerms }))
    return header
  }

  async sync(): Promise<void> {
    await this.#output?.sync()
  }

  /** Removes the temporary files. */
  close() {
    this.#output?.close()
    this.#staged.remove()
    this.#terms.file.remove()
  }

  remove() {
    this.close()
    rmSync(this.#file, { force: true })
  }
}

function* writeCompanies(
  staged: StagedCompanies,
  order: Uint32Array,
  output: SegmentOutput,
): Generator<void, Pick<Footer['tables'], 'record' | 'longText' | 'rank' | 'foundedOn' | 'capital'>> {
  const records = new BlockWriter('record', RECORDS_PER_BLOCK, output)
  const longTexts = new BlockWriter('longText', LONG_TEXTS_PER_BLOCK, output)
  const ranks = new BlockWriter('rank', VALUES_PER_BLOCK, output)
  const days = new BlockWriter('foundedOn', VALUES_PER_BLOCK, output)
  const capitals = new BlockWriter('capital', VALUES_PER_BLOCK, output)
  for (let doc = 0; doc < order.length; doc += 1) {
    const company = order[doc] ?? 0
    staged.open(company)
    staged.copyRecord(records.next())
    staged.copyLongText(longTexts.next())
    ranks.next().float64(staged.rankOf(company))
    days.next().uint32(staged.foundedOn)
    capitals.next().float64(staged.capital)
    if (doc % COMPANIES_PER_STEP === 0) yield
  }
  return {
    record: records.finish(),
    longText: longTexts.finish(),
    rank: ranks.finish(),
    foundedOn: days.finish(),
    capital: capitals.finish(),
  }
}

/** Writes blocks with the same number of companies each. */
class BlockWriter {
  readonly #section: SectionWriter
  readonly #companies: number
  readonly #block = new ByteWriter()
  #filled = 0

  constructor(name: keyof Footer['tables'], companies: number, output: SegmentOutput) {
    this.#section = new SectionWriter(name, output)
    this.#companies = companies
  }

  /** The buffer for the next company. */
  next(): ByteWriter {
    if (this.#filled === this.#companies) this.#endBlock()
    this.#filled += 1
    return this.#block
  }

  #endBlock() {
    if (this.#filled === 0) return
    this.#section.add(this.#block.view())
    this.#block.clear()
    this.#filled = 0
  }

  finish() {
    this.#endBlock()
    return this.#section.finish()
  }
}

function* writeTerms(
  terms: SortedRuns,
  order: Uint32Array,
  output: SegmentOutput,
): Generator<void, Pick<Footer['tables'], 'page' | 'posting'> & Pick<Footer, 'firstTerms'>> {
  const pages = new SectionWriter('page', output)
  const blocks = new SectionWriter('posting', output)
  const postings = new PostingWriter(pages, blocks)
  const merged = new MergedPostings(terms, positionsIn(order))
  for (let written = 0; merged.advance(); ) {
    postings.add(merged.term, merged.docs, merged.count)
    written += merged.count
    if (written < POSTINGS_PER_STEP) continue
    written = 0
    yield
  }
  const firstTerms = new Uint8Array(postings.finish().buffer)
  return {
    page: pages.finish(),
    posting: blocks.finish(),
    firstTerms: output.appendChecksummed('first terms', firstTerms),
  }
}

/** The inverse permutation of `order`. */
function positionsIn(order: Uint32Array): Uint32Array {
  const positions = new Uint32Array(order.length)
  order.forEach((company, position) => {
    positions[company] = position
  })
  return positions
}
