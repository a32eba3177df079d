import { type AlertChannel, BRIEFING_COMPANIES, BRIEFING_EVENTS } from '@baiqicha/contract/alerts'
import { type Clock, chinaDay, DAY_MS } from '../../domain/clock.ts'
import type { Cipher } from '../../platform/crypto/cipher.ts'
import { SendFailure } from '../../platform/mail/send-mail.ts'
import { causeOf } from '../../platform/service-states.ts'
import type { AlertSender, BriefingSender } from './alert-sender.ts'
import { type AlertTargets, type DueTarget, LONGEST_RETRY_MS } from './alert-target.repository.ts'
import { isBriefingTime } from './alert-target.rules.ts'
import type { Briefing } from './briefing.rules.ts'

/** The daily briefings. */
export interface Briefings {
  /** Sends what is due, and resolves when nothing is. Several processes may run it: each briefing is sent by one of them. */
  run(): Promise<void>
  /** Ends a running `run`; messages that are under way have a moment to arrive. */
  close(): Promise<void>
}

export type NewsOf = (
  userId: string,
  request: { after: number; until: number; companies: number; changes: number },
) => Promise<Pick<Briefing, 'companies' | 'companyTotal' | 'total'>>

type BriefingsDeps = {
  clock: Clock
  cipher: Cipher
  targets: AlertTargets
  sender: AlertSender
  channels: readonly AlertChannel[]
  origin: string
  readNews: NewsOf
  newestEvent: () => Promise<number>
  /** Called for each mail: null when the server took it. */
  onMail: (failure: unknown) => void
  /** Tests set shorter times. */
  timeoutMs?: number
  closeMs?: number
}

const TIMEOUT_MS = 30_000
/** Well below the time in which a process ends. */
const CLOSE_MS = 3_000
const FIRST_RETRY_MS = 5 * 60_000
/** A host that does not answer is not tried again for so long. */
const PAUSE_MS = 5 * 60_000
/** Failures of a host without an answer, in a row, after which its other targets wait. */
const FAILURES_TO_PAUSE = 4
/** Targets read at a time, and messages under way at a time. */
const [BATCH, AT_ONCE] = [200, 8]

const retryMs = (attempts: number) => Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts, 6))

/** First day of a briefing that follows days without one; null: it follows that of the day before. */
export function firstDayOf(doneDay: string, day: string): string | null {
  const next = chinaDay(Date.parse(`${doneDay}T00:00:00+08:00`) + DAY_MS)
  return next < day ? next : null
}

/** The day in China, and the channels with briefings that are due. */
async function dueToday({
  clock,
  targets,
  channels,
}: {
  clock: Clock
  targets: Pick<AlertTargets, 'correctDays' | 'due'>
  channels: readonly AlertChannel[]
}): Promise<{ day: string; channels: AlertChannel[] }> {
  const now = clock.now()
  const day = chinaDay(now)
  if (!isBriefingTime(now)) return { day, channels: [] }
  await targets.correctDays(day, chinaDay(now + DAY_MS))
  const first = await Promise.all(channels.map((channel) => targets.due(channel, day, 1)))
  return { day, channels: channels.filter((_, at) => first[at]?.length === 1) }
}

export function createBriefings(deps: BriefingsDeps): Briefings {
  const { clock, cipher, targets, sender, origin, readNews, newestEvent, onMail } = deps
  const { timeoutMs = TIMEOUT_MS, closeMs = CLOSE_MS } = deps
  const closing = new AbortController()
  let isClosed = false
  const isClosing = () => isClosed
  let running = Promise.resolve()

  function openAddress({ address_sealed: sealed }: DueTarget): string | null {
    try {
      return cipher.open(sealed)
    } catch {
      return null
    }
  }

  /** One run over the targets of a channel. */
  function createRound(channel: AlertChannel, day: string, messages: BriefingSender) {
    /** Failures in a row without an answer, by host. */
    const silent = new Map<string, number>()
    const isPaused = (host: string) => (silent.get(host) ?? 0) >= FAILURES_TO_PAUSE

    async function send(target: DueTarget, address: string, seq: number) {
      const request = { after: target.sent_seq, until: seq, companies: BRIEFING_COMPANIES, changes: BRIEFING_EVENTS }
      const news = await readNews(target.user_id, request)
      if (news.total === 0) return targets.storeQuiet(target.id, day)
      if (isClosing() || !(await targets.take(target.id, day))) return
      const host = channel === 'mail' ? '' : new URL(address).host
      const briefing = { ...news, day, from: firstDayOf(target.done_day, day), origin }
      try {
        await messages.send({ ...target, address }, briefing, closing.signal)
      } catch (failure) {
        return storeFailure(target, host, failure)
      }
      silent.delete(host)
      if (channel === 'mail') onMail(null)
      await targets.storeSent(target.id, { day, seq })
    }

    async function storeFailure(target: DueTarget, host: string, failure: unknown) {
      const [state, cause] = [failure instanceof SendFailure ? failure.state : 'unknown', causeOf(failure)]
      if (state === 'refused') silent.delete(host)
      else silent.set(host, (silent.get(host) ?? 0) + 1)
      if (channel === 'mail' && state !== 'refused') onMail(failure)
      if (state === 'unknown') return targets.storeUnknown(target.id, cause)
      const retryAt = clock.now() + retryMs(target.attempts)
      await targets.storeFailure(target, { cause, retryAt, isRefused: state === 'refused' })
    }

    async function serve(target: DueTarget, seq: number) {
      const address = openAddress(target)
      if (address === null) {
        // The key of the store was replaced.
        const failure = { cause: '地址无法读取，请重新设置', retryAt: clock.now() + LONGEST_RETRY_MS, isRefused: true }
        return targets.storeFailure(target, failure)
      }
      if (channel === 'webhook' && isPaused(new URL(address).host)) {
        return targets.postpone(target.id, clock.now() + PAUSE_MS)
      }
      await send(target, address, seq)
    }

    return async function round() {
      // All mail goes through one server: while it does not answer, nothing is tried.
      while (!isClosing() && !isPaused('')) {
        const seq = await newestEvent()
        const due = (await targets.due(channel, day, BATCH)).toReversed()
        if (due.length === 0) return
        const worker = async () => {
          for (let target = due.pop(); target !== undefined; target = due.pop()) {
            if (isClosing() || isPaused('')) return
            await serve(target, seq)
          }
        }
        await Promise.all(Array.from({ length: AT_ONCE }, worker))
      }
    }
  }

  async function runOnce() {
    if (isClosing()) return
    const { day, channels } = await dueToday(deps)
    // A slow channel delays no other one.
    const rounds = await Promise.allSettled(
      channels.map(async (channel) => {
        const messages = sender.openBriefings({ timeoutMs, connections: AT_ONCE })
        await createRound(channel, day, messages)().finally(() => messages.close())
      }),
    )
    const failed = rounds.find((round) => round.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  return {
    run() {
      const run = runOnce()
      running = run.catch(() => {})
      return run
    },
    async close() {
      isClosed = true
      const late = setTimeout(() => closing.abort(), closeMs)
      await running
      clearTimeout(late)
    },
  }
}

/** A round that runs elsewhere. `close`: messages that are under way have a moment to arrive, others are not begun. */
export type StartedRound = { done: Promise<void>; close(): void }
/** Starts a round over all targets that are due. `onMail` is called for each mail: null when the server took it. */
export type StartRound = (onMail: (failure: unknown) => void) => StartedRound

type RoundsDeps = {
  clock: Clock
  targets: Pick<AlertTargets, 'correctDays' | 'due'>
  channels: readonly AlertChannel[]
  startRound: StartRound
  onMail: (failure: unknown) => void
}

/** Starts a round when a briefing is due. */
export function createBriefingRounds({ startRound, onMail, ...deps }: RoundsDeps): Briefings {
  let isClosed = false
  let round: StartedRound | null = null

  return {
    async run() {
      const { channels } = await dueToday(deps)
      if (isClosed || channels.length === 0) return
      round = startRound(onMail)
      await round.done.finally(() => {
        round = null
      })
    },
    async close() {
      isClosed = true
      round?.close()
      await round?.done.catch(() => {})
    },
  }
}
