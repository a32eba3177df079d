import * as z from 'zod/mini'
import { parseJson } from '../json.ts'
import { createPostJson, type PostJson } from './post-json.ts'
import { type MailServer, mailAddress, SendFailure, sendMail } from './send-mail.ts'

/** Where new work is announced: a mail address, or the webhook of a group chat. */
export type NoticeTarget = { type: 'mail'; to: string } | { type: 'webhook'; url: string; chat: Chat }
export type Chat = keyof typeof chats

const wechatWork = z.object({ errcode: z.int(), errmsg: z.optional(z.string()) })
const feishu = z.object({ code: z.int(), msg: z.optional(z.string()) })

/** The message and the answer of each group chat. DingTalk accepts messages with a keyword, which 百企查 can be. */
const chats = {
  企业微信: {
    host: 'qyapi.weixin.qq.com',
    body: (content: string) => ({ msgtype: 'text', text: { content } }),
    codeOf: (answer: unknown) => z.safeParse(wechatWork, answer).data?.errcode,
    /** Too many messages in a minute, or the service is busy. */
    passing: new Set([-1, 45_009]),
  },
  钉钉: {
    host: 'oapi.dingtalk.com',
    body: (content: string) => ({ msgtype: 'text', text: { content } }),
    codeOf: (answer: unknown) => z.safeParse(wechatWork, answer).data?.errcode,
    passing: new Set([-1, 130_101, 410_100]),
  },
  飞书: {
    host: 'open.feishu.cn',
    body: (text: string) => ({ msg_type: 'text', content: { text } }),
    codeOf: (answer: unknown) => z.safeParse(feishu, answer).data?.code,
    passing: new Set([11_232]),
  },
} as const

const isChat = (name: string): name is Chat => Object.hasOwn(chats, name)

/** The group chat with this host. */
export const chatOf = (host: string): Chat | undefined =>
  Object.keys(chats)
    .filter(isChat)
    .find((name) => chats[name].host === host)

/** Writes a text into a group chat. @throws SendFailure */
export async function postToChat(
  { post, chat, url }: { post: PostJson; chat: Chat; url: string },
  text: string,
  options: { timeoutMs: number; signal?: AbortSignal },
): Promise<void> {
  const { body, codeOf, passing } = chats[chat]
  const code = codeOf(parseJson(await post(url, { body: JSON.stringify(body(text)), ...options })))
  if (code === 0) return
  const isPassing = code === undefined || passing.has(code)
  throw new SendFailure(`回应 ${code ?? '不是预期的格式'}`, isPassing ? 'notSent' : 'refused')
}

/** Reads addresses by comma. @throws Error for one that is neither mail nor a known group chat */
export function parseNoticeTargets(text: string): NoticeTarget[] {
  return text
    .split(/[,\s]+/)
    .filter((one) => one !== '')
    .map((one): NoticeTarget => {
      if (mailAddress.test(one)) return { type: 'mail', to: one }
      const { protocol, host } = new URL(one)
      const chat = chatOf(host)
      if (protocol !== 'https:' || chat === undefined) throw new Error('target')
      return { type: 'webhook', url: one, chat }
    })
}

/** A target in words, without the key of a webhook. */
export const targetLabel = (target: NoticeTarget) => (target.type === 'mail' ? target.to : target.chat)

const TIMEOUT_MS = 5_000

export type NoticeOptions = {
  targets: readonly NoticeTarget[]
  /** null: SMTP_URL is not set. */
  mail: MailServer | null
  /** Tests answer themselves. */
  post?: PostJson
}

/** Sends a text to every target. @throws Error that names the targets which failed */
export async function sendNotice(
  { targets, mail, post = createPostJson() }: NoticeOptions,
  text: string,
): Promise<void> {
  const failures: string[] = []
  for (const target of targets) {
    try {
      if (target.type === 'webhook') {
        await postToChat({ post, ...target }, text, { timeoutMs: TIMEOUT_MS })
      } else if (mail === null) throw new Error('SMTP_URL 未设置')
      else await sendMail(mail, { to: target.to, subject: '百企查后台', text })
    } catch (error) {
      failures.push(`${targetLabel(target)}：${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (failures.length > 0) throw new Error(failures.join('；'))
}
