import { rmSync } from 'node:fs'
import { ByteWriter } from './bytes.ts'
import { MergedPostings, type RunInFile } from './posting-merge.ts'
import { PostingWriter } from './posting-writer.ts'
import { orderOf } from './radix-sort.ts'
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
import type { SegmentPart } from './segment-part.ts'
import type { StagedCompanies } from './staged-companies.ts'

/** Companies, and postings, written between two yields. */
const COMPANIES_PER_STEP = 256
const POSTINGS_PER_STEP = 1 << 14

/** Writes one segment file from the companies and terms of its parts, in the order of the parts. */
export class SegmentWriter {
  readonly #file: string
  readonly #parts: readonly SegmentPart[]
  #output: SegmentOutput | null = null

  constructor(file: string, parts: readonly SegmentPart[]) {
    this.#file = file
    this.#parts = parts
  }

  /** Yields so that the caller may pause. At the end the file is complete but not synced: see `sync`. */
  *write(builtAt: number, regionWords: string[]): Generator<void, SegmentHeader> {
    const output = new SegmentOutput(this.#file)
    this.#output = output
    const parts = new JoinedParts(this.#parts)
    yield
    const order = yield* orderOf(parts.ranks())
    const companyTables = yield* writeCompanies(parts, order, output)
    const termTables = yield* writeTerms(parts.runs(), order, output)
    const header = { format: FORMAT_VERSION, companies: order.length, builtAt, regionWords }
    const { firstTerms, ...postingTables } = termTables
    output.append(encodeFooter({ header, tables: { ...companyTables, ...postingTables }, firstTerms }))
    return header
  }

  async sync(): Promise<void> {
    await this.#output?.sync()
  }

  close() {
    this.#output?.close()
  }

  remove() {
    this.close()
    rmSync(this.#file, { force: true })
  }
}

/** The companies of all parts, numbered one after another. */
class JoinedParts {
  /** `first`: number of the first company of the part. */
  readonly #parts: readonly { part: SegmentPart; first: number }[]

  constructor(parts: readonly SegmentPart[]) {
    let first = 0
    this.#parts = parts.map((part) => {
      const joined = { part, first }
      first += part.staged.count
      return joined
    })
  }

  ranks(): Float64Array {
    const ranks = this.#parts.map(({ part }) => part.staged.ranks())
    const joined = new Float64Array(ranks.reduce((sum, { length }) => sum + length, 0))
    this.#parts.forEach(({ first }, at) => {
      joined.set(ranks[at] ?? [], first)
    })
    return joined
  }

  runs(): RunInFile[] {
    return this.#parts.flatMap(({ part: { terms }, first }) =>
      terms.runs.map((run) => ({ file: terms.file, run: { ...run, firstCompany: run.firstCompany + first } })),
    )
  }

  /** Loads the company. @returns its part, and its number there */
  open(number: number): { staged: StagedCompanies; company: number } {
    const joined = this.#parts.findLast(({ first }) => first <= number)
    if (joined === undefined) throw new RangeError(`there is no company ${number}`)
    const { staged } = joined.part
    const company = number - joined.first
    staged.open(company)
    return { staged, company }
  }
}

function* writeCompanies(
  parts: JoinedParts,
  order: Uint32Array,
  output: SegmentOutput,
): Generator<void, Pick<Footer['tables'], 'record' | 'longText' | 'rank' | 'foundedOn' | 'capital'>> {
  const records = new BlockWriter('record', RECORDS_PER_BLOCK, output)
  const longTexts = new BlockWriter('longText', LONG_TEXTS_PER_BLOCK, output)
  const ranks = new BlockWriter('rank', VALUES_PER_BLOCK, output)
  const days = new BlockWriter('foundedOn', VALUES_PER_BLOCK, output)
  const capitals = new BlockWriter('capital', VALUES_PER_BLOCK, output)
  for (let doc = 0; doc < order.length; doc += 1) {
    const { staged, company } = parts.open(order[doc] ?? 0)
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
  runs: readonly RunInFile[],
  order: Uint32Array,
  output: SegmentOutput,
): Generator<void, Pick<Footer['tables'], 'page' | 'posting'> & Pick<Footer, 'firstTerms'>> {
  const pages = new SectionWriter('page', output)
  const blocks = new SectionWriter('posting', output)
  const postings = new PostingWriter(pages, blocks)
  const merged = new MergedPostings(runs, positionsIn(order))
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
