import type { SmsScene } from '@baiqicha/contract/account'

/** `mobile`: of a code that is sent by mail, the address. */
export type SmsMessage<Scene extends string = SmsScene> = { mobile: string; scene: Scene; code: string }

/** A working provider refused this message: an invalid number, a limit of the provider, a bad signature. */
export class SmsRefused extends Error {
  /** Whether the refusal concerns the number alone, and not the account of the operator. */
  readonly isOfNumber: boolean

  constructor(message: string, isOfNumber = false) {
    super(message)
    this.isOfNumber = isOfNumber
  }
}

/** Sends one code to one number. */
export interface SmsSender<Scene extends string = SmsScene> {
  /**
   * Rejects when the message was not sent, with `SmsRefused` when the provider refused it. `signal` aborts the
   * request.
   */
  send(message: SmsMessage<Scene>, signal?: AbortSignal): Promise<void>
}

/** Sends through all senders, one after another. */
export const sendThroughAll = (senders: readonly SmsSender[]): SmsSender => ({
  async send(message, signal) {
    for (const sender of senders) await sender.send(message, signal)
  },
})
