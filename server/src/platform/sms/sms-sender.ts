import type { SmsScene } from '@baiqicha/contract/account'

export type SmsMessage = { mobile: string; scene: SmsScene; code: string }

/** The provider is well and will not send this message: a number it does not take, a limit of its own, a bad signature. */
export class SmsRefused extends Error {}

/** Sends one code to one number. */
export interface SmsSender {
  /** Rejects when the message did not leave, with `SmsRefused` where a provider said so; gives up when `signal` fires. */
  send(message: SmsMessage, signal?: AbortSignal): Promise<void>
}

/** Sends through each in turn. */
export const sendThroughAll = (senders: readonly SmsSender[]): SmsSender => ({
  async send(message, signal) {
    for (const sender of senders) await sender.send(message, signal)
  },
})
