import { setImmediate } from 'node:timers/promises'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import { analyzeCompany } from '../analysis/company-terms.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import { type RegionWords, regionWordsOf } from '../analysis/region-words.ts'
import { dayOf } from '../analysis/static-rank.ts'
import type { SegmentHeader } from './segment-format.ts'
import { SegmentWriter } from './segment-writer.ts'

/** Where the segment is written; beside it stand, while it is built, files of the same name with an ending. */
export type SegmentTarget = { file: string; builtAt: number }

export type SegmentBuilder = {
  /** Companies of equal rank are numbered in the order in which they are added: that must be the order of their ids. */
  add: (company: IndexableCompany) => void
  /**
   * Resolves when the file is whole and on disk. Lets the thread do other things meanwhile: what must come first is
   * waited for in between. Rejects where that fails or it is discarded.
   */
  finish: (waitForTurn?: () => Promise<void>) => Promise<SegmentHeader>
  /** At any time: removes everything, also the finished file. Nothing can be added afterwards. */
  discard: () => void
}

/** Builds one segment. Memory grows by some 30 bytes a company. What ends it early leaves nothing behind. */
export function createSegmentBuilder({ file, builtAt }: SegmentTarget, pronunciation: Pronunciation): SegmentBuilder {
  const writer = new SegmentWriter(file)
  const regions = new Set<RegionWords>()
  const discarded = new AbortController()

  const discard = () => {
    discarded.abort(new Error('the segment was discarded'))
    writer.remove()
  }

  return {
    add(company) {
      discarded.signal.throwIfAborted()
      regions.add(regionWordsOf(company.regionName))
      const { rank, record, longText, terms } = analyzeCompany(company, pronunciation)
      const foundedOn = dayOf(company.foundedOn) ?? 0
      writer.add({ rank, foundedOn, capital: company.capital ?? Number.NaN, record, longText }, terms)
    },

    async finish(waitForTurn) {
      try {
        const regionWords = new Set([...regions].flatMap(({ keys }) => keys))
        const header = await inSlices(writer.write(builtAt, [...regionWords]), discarded.signal, waitForTurn)
        await writer.sync()
        discarded.signal.throwIfAborted()
        writer.close()
        return header
      } catch (error) {
        discard()
        throw error
      }
    },

    discard,
  }
}

const noWait = () => Promise.resolve()

/** How long the thread is kept from other things. */
const SLICE_MS = 10

/** Does the work piece by piece. @throws `signal.reason` once that is given */
async function inSlices<Result>(
  work: Generator<void, Result>,
  signal: AbortSignal,
  waitForTurn: () => Promise<void> = noWait,
): Promise<Result> {
  for (;;) {
    signal.throwIfAborted()
    const until = performance.now() + SLICE_MS
    let step = work.next()
    while (step.done !== true && performance.now() < until) step = work.next()
    if (step.done === true) return step.value
    // oxlint-disable-next-line no-await-in-loop -- pausing between the pieces is the point
    await setImmediate()
    // oxlint-disable-next-line no-await-in-loop -- others come first
    await waitForTurn()
  }
}
