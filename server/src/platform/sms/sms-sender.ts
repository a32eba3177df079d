import type { SmsScene } from '@baiqicha/contract/account'

export type SmsMessage = { mobile: string; scene: SmsScene; code: string }

/** Sends one code to one number. Rejects when the message did not leave. */
export interface SmsSender {
  send(message: SmsMessage): Promise<void>
}

/** Sends through each in turn. */
export const sendThroughAll = (senders: readonly SmsSender[]): SmsSender => ({
  async send(message) {
    for (const sender of senders) await sender.send(message)
  },
})
