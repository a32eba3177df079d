import type { Clock } from '../../domain/clock.ts'
import type { Outbox } from '../outbox.ts'
import type { SmsSender } from './sms-sender.ts'

/** Appends each message to the outbox file. */
export const createOutboxSmsSender = (outbox: Outbox, clock: Clock): SmsSender => ({
  send: ({ mobile, scene, code }) => outbox({ at: new Date(clock.now()).toISOString(), mobile, scene, code }),
})
