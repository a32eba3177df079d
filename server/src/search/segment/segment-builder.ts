import { setImmediate } from 'node:timers/promises'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import type { SegmentHeader } from './segment-format.ts'
import { SegmentPart, type SentPart } from './segment-part.ts'
import { SegmentWriter } from './segment-writer.ts'

/**
 * Path of the segment, and its time in milliseconds. Temporary files are next to it, with the same name and a suffix.
 */
export type SegmentTarget = { file: string; builtAt: number }

/** Builds one segment. Memory grows by about 30 bytes per company. A failure leaves no file behind. */
export function createSegmentBuilder({ file, builtAt }: SegmentTarget, pronunciation: Pronunciation) {
  const own = new SegmentPart(file)
  const parts = [own]
  const writer = new SegmentWriter(file, parts)
  const discarded = new AbortController()

  const removeParts = () => {
    for (const part of parts) part.remove()
  }
  const discard = () => {
    discarded.abort(new Error('the segment was discarded'))
    writer.remove()
    removeParts()
  }

  return {
    /** Companies of equal rank keep the order in which they are added: add them in ascending order of id. */
    add(company: IndexableCompany) {
      discarded.signal.throwIfAborted()
      own.add(company, pronunciation)
    },

    /** Adds the companies that another thread has collected in files. They come after all others. */
    addPart(partFile: string, sent: SentPart) {
      discarded.signal.throwIfAborted()
      parts.push(new SegmentPart(partFile, { sent }))
    },

    /**
     * Resolves when the file is complete and synced. Works in time slices and awaits `waitForTurn` between them. Rejects
     * when a slice fails or the builder is discarded.
     */
    async finish(waitForTurn?: () => Promise<void>): Promise<SegmentHeader> {
      try {
        own.finish()
        const regionWords = [...new Set(parts.flatMap((part) => part.regionWords))]
        const header = await inSlices(writer.write(builtAt, regionWords), discarded.signal, waitForTurn)
        await writer.sync()
        discarded.signal.throwIfAborted()
        writer.close()
        removeParts()
        return header
      } catch (error) {
        discard()
        throw error
      }
    },

    /** Removes all files, also a finished one. May be called at any time; nothing can be added afterwards. */
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
