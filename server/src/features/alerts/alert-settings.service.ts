import type { AlertChannel, AlertFormat, AlertSettings } from '@baiqicha/contract/alerts'
import { resultCode } from '@baiqicha/contract/result-codes'
import { type Clock, isoOf } from '../../domain/clock.ts'
import type { Random } from '../../domain/random.ts'
import type { Audit } from '../../platform/audit.ts'
import type { Cipher } from '../../platform/crypto/cipher.ts'
import type { Hmac } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { takeOrRefuse } from '../../platform/limits/limit-refusal.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import { mailAddress } from '../../platform/mail/send-mail.ts'
import type { AlertSender } from './alert-sender.ts'
import type { AlertTargets } from './alert-target.repository.ts'
import {
  addressHmac,
  alertStateOf,
  dayBeforeFirst,
  formatOf,
  mailReference,
  maskedAddress,
  referenceIn,
  signingSecret,
  webhookReference,
} from './alert-target.rules.ts'

type Caller = { userId: string; address: string }
type CodeRequest = { mobile: string; address: string; deviceId: string }
type CodeGuess = { mobile: string; code: string; address: string }

type AlertSettingsDeps = {
  db: Database
  clock: Clock
  random: Random
  hmac: Hmac
  cipher: Cipher
  targets: AlertTargets
  sender: AlertSender
  channels: readonly AlertChannel[]
  webhookHosts: readonly string[]
  limiter: Limiter
  /** Sends a code to an address with the limits of SMS codes. @throws Refusal */
  requestCode: (request: CodeRequest) => Promise<void>
  /** Uses a code up in the transaction that runs `act`. @throws Refusal */
  useCode: (guess: CodeGuess, act: (tx: Database) => Promise<void>) => Promise<void>
  newestEvent: () => Promise<number>
  lockAccount: (tx: Database, userId: string) => Promise<unknown>
  audit: Audit
}

/** A test message has to arrive while the user waits. */
const TEST_MS = 6_000
const REFERENCE_BYTES = 12

const unfit = (message: string) => new Refusal({ code: resultCode.alertUnfit, message })
const stoppedRefusal = () => unfit('该地址已停用推送，请联系我们')

/** A code for an address; the case of its letters makes no difference. */
const codeKeyOf = (mail: string) => mail.toLowerCase()

function parsedUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

type MailCodeRequest = { mail: string; deviceId: string; caller: Caller }

/** What a user sets of alerts. Refusals are thrown. */
export function createAlertSettings(deps: AlertSettingsDeps) {
  const { db, clock, random, hmac, cipher, targets, sender, channels, webhookHosts, limiter, audit } = deps

  function requireChannel(channel: AlertChannel) {
    if (!channels.includes(channel)) throw unfit(channel === 'mail' ? '暂不支持邮件简报' : '暂不支持 Webhook')
  }
  async function requireMail(mail: string) {
    requireChannel('mail')
    if (!mailAddress.test(mail)) throw unfit('请输入正确的邮箱')
    if (await targets.isStopped(addressHmac(hmac, mail))) throw stoppedRefusal()
  }

  type NewAddress = { id: string; channel: AlertChannel; format: AlertFormat; address: string; caller: Caller }
  async function store(tx: Database, { id, channel, format, address, caller }: NewAddress, seq: number) {
    await deps.lockAccount(tx, caller.userId)
    await targets.set(
      tx,
      {
        id,
        user_id: caller.userId,
        channel,
        format,
        address_sealed: cipher.seal(address),
        address_masked: maskedAddress(channel, address),
        address_hmac: addressHmac(hmac, address),
      },
      { seq, day: dayBeforeFirst(clock.now()) },
    )
    await audit(tx, 'alertSet', { ...caller, subject: id })
  }

  return {
    async read(userId: string): Promise<AlertSettings> {
      const rows = await targets.list(userId)
      return {
        offered: [...channels],
        targets: rows.map((row) => ({
          channel: row.channel,
          format: row.format,
          addressMasked: row.address_masked,
          ...alertStateOf(row, row.stop_reason),
          sentAt: row.sent_at === null ? null : isoOf(row.sent_at),
        })),
        webhookHosts: [...webhookHosts],
      }
    },

    async sendMailCode({ mail, deviceId, caller: { address } }: MailCodeRequest): Promise<void> {
      await requireMail(mail)
      await deps.requestCode({ mobile: codeKeyOf(mail), address, deviceId })
    },

    async setMail({ mail, code, caller }: { mail: string; code: string; caller: Caller }): Promise<void> {
      await requireMail(mail)
      const seq = await deps.newestEvent()
      const id = mailReference(hmac, caller.userId, mail)
      await deps.useCode({ mobile: codeKeyOf(mail), code, address: caller.address }, (tx) =>
        store(tx, { id, channel: 'mail', format: 'mail', address: mail, caller }, seq),
      )
    },

    /** Sends a test message first. Returns the key that signs the JSON form; null for group chats. */
    async setWebhook({ url: text, caller }: { url: string; caller: Caller }): Promise<string | null> {
      requireChannel('webhook')
      const url = parsedUrl(text)
      const format = url === null ? null : formatOf(url, webhookHosts)
      if (url === null || url.username !== '' || url.password !== '') throw unfit('请输入正确的地址')
      if (format === null) throw unfit('仅支持企业微信、钉钉、飞书的群机器人地址')
      if (await targets.isStopped(addressHmac(hmac, url.href))) throw stoppedRefusal()
      await takeOrRefuse(limiter, [{ limit: 'webhooksPerUser', subject: caller.userId }])
      const id = webhookReference(random.bytes(REFERENCE_BYTES))
      try {
        await sender.sendTest({ id, format, address: url.href }, { timeoutMs: TEST_MS })
      } catch (error) {
        throw unfit(`测试消息未送达：${error instanceof Error ? error.message : String(error)}`)
      }
      const seq = await deps.newestEvent()
      await db
        .transaction()
        .execute((tx) => store(tx, { id, channel: 'webhook', format, address: url.href, caller }, seq))
      return format === 'json' ? signingSecret(hmac, id) : null
    },

    remove: ({ channel, caller }: { channel: AlertChannel; caller: Caller }): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const removed = await targets.remove(tx, caller.userId, channel)
        if (removed !== undefined) await audit(tx, 'alertRemoved', { ...caller, subject: removed.id })
      }),

    /** Whether the token of a mail is one of this store. The target may be gone already. */
    isToken: (token: string): boolean => referenceIn(hmac, token) !== null,

    /** Removes the target of a token without a login; false: the token is not one of this store. */
    async unsubscribe(token: string, address: string): Promise<boolean> {
      const reference = referenceIn(hmac, token)
      if (reference === null) return false
      await db.transaction().execute(async (tx) => {
        const removed = await targets.removeById(tx, reference)
        if (removed === undefined) return
        await audit(tx, 'alertRemoved', { userId: removed.user_id, address, subject: reference })
      })
      return true
    },
  }
}
export type AlertSettingsService = ReturnType<typeof createAlertSettings>
