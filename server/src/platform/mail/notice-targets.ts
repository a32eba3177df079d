import * as z from 'zod/mini'
import { type MailServer, mailAddress } from './mail-server.ts'
import { sendMail } from './send-mail.ts'

/** Where new work is announced: a mail address, or the webhook of a group chat. */
export type NoticeTarget = { type: 'mail'; to: string } | { type: 'webhook'; url: string; chat: Chat }
type Chat = keyof typeof chats

const wechatWork = z.object({ errcode: z.int(), errmsg: z.optional(z.string()) })
const feishu = z.object({ code: z.int(), msg: z.optional(z.string()) })

/** The message and the answer of each group chat. DingTalk accepts messages with a keyword, which 百企查 can be. */
const chats = {
  企业微信: {
    host: 'qyapi.weixin.qq.com',
    body: (content: string) => ({ msgtype: 'text', text: { content } }),
    refusal: (answer: unknown) => refusalOf(z.safeParse(wechatWork, answer).data?.errcode),
  },
  钉钉: {
    host: 'oapi.dingtalk.com',
    body: (content: string) => ({ msgtype: 'text', text: { content } }),
    refusal: (answer: unknown) => refusalOf(z.safeParse(wechatWork, answer).data?.errcode),
  },
  飞书: {
    host: 'open.feishu.cn',
    body: (text: string) => ({ msg_type: 'text', content: { text } }),
    refusal: (answer: unknown) => refusalOf(z.safeParse(feishu, answer).data?.code),
  },
} as const

const refusalOf = (code: number | undefined) => (code === 0 ? null : `回应 ${code ?? '不是预期的格式'}`)

const isChat = (name: string): name is Chat => Object.hasOwn(chats, name)

/** Reads addresses by comma. @throws Error for one that is neither mail nor a known group chat */
export function parseNoticeTargets(text: string): NoticeTarget[] {
  return text
    .split(/[,\s]+/)
    .filter((one) => one !== '')
    .map((one): NoticeTarget => {
      if (mailAddress.test(one)) return { type: 'mail', to: one }
      const { protocol, host } = new URL(one)
      const chat = Object.keys(chats)
        .filter(isChat)
        .find((name) => chats[name].host === host)
      if (protocol !== 'https:' || chat === undefined) throw new Error('target')
      return { type: 'webhook', url: one, chat }
    })
}

/** A target in words, without the key of a webhook. */
export const targetLabel = (target: NoticeTarget) => (target.type === 'mail' ? target.to : target.chat)

export type Post = (url: string, body: object) => Promise<unknown>

const TIMEOUT_MS = 5_000

const postJson: Post = async (url, body) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    // A redirect would carry the key elsewhere.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return response.json()
}

export type NoticeOptions = {
  targets: readonly NoticeTarget[]
  /** null: MAIL_URL is not set. */
  mail: MailServer | null
  /** Tests answer themselves. */
  post?: Post
}

/** Sends a text to every target. @throws Error that names the targets which failed */
export async function sendNotice({ targets, mail, post = postJson }: NoticeOptions, text: string): Promise<void> {
  const failures: string[] = []
  for (const target of targets) {
    try {
      if (target.type === 'webhook') {
        const { body, refusal } = chats[target.chat]
        const refused = refusal(await post(target.url, body(text)))
        if (refused !== null) throw new Error(refused)
      } else if (mail === null) throw new Error('MAIL_URL 未设置')
      else await sendMail(mail, { to: target.to, subject: '百企查后台', text })
    } catch (error) {
      // The cause of a failed fetch names the host, never the path with the key.
      const { message, cause } = error instanceof Error ? error : new Error(String(error))
      failures.push(`${targetLabel(target)}：${cause instanceof Error ? cause.message : message}`)
    }
  }
  if (failures.length > 0) throw new Error(failures.join('；'))
}
