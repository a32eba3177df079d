import { setImmediate } from 'node:timers/promises'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import { analyzeCompany } from '../analysis/company-terms.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import { type RegionWords, regionWordsOf } from '../analysis/region-words.ts'
import { dayOf } from '../analysis/static-rank.ts'
import type { SegmentHeader } from './segment-format.ts'
import { SegmentWriter } from './segment-writer.ts'

/**
 * Path of the segment, and its time in milliseconds. Temporary files are next to it, with the same name and a suffix.
 */
export type SegmentTarget = { file: string; builtAt: number }

export type SegmentBuilder = {
  /** Companies of equal rank keep the order in which they are added: add them in ascending order of id. */
  add: (company: IndexableCompany) => void
  /**
   * Resolves when the file is complete and synced. Works in time slices and awaits `waitForTurn` between them. Rejects
   * when a slice fails or the builder is discarded.
   */
  finish: (waitForTurn?: () => Promise<void>) => Promise<SegmentHeader>
  /** Removes all files, also a finished one. May be called at any time; nothing can be added afterwards. */
  discard: () => void
}

/** Builds one segment. Memory grows by about 30 bytes per company. A failure leaves no file behind. */
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
      regions.add(regionWordsOf(company))
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

/** Milliseconds of work before yielding to the event loop. */
const SLICE_MS = 10

/** Runs a generator in time slices. @throws `signal.reason` once the signal is aborted */
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
