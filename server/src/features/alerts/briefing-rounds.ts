import type { AlertChannel } from '@baiqicha/contract/alerts'
import type { Clock } from '../../domain/clock.ts'
import type { AlertTargets } from './alert-target.repository.ts'
import { type Briefings, dueToday } from './briefing.service.ts'

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
