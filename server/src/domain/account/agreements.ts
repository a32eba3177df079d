import { type Agreement, type AgreementList, type AgreementType, agreementTypes } from '@baiqicha/contract/agreements'
import * as z from 'zod/mini'

type Text = Pick<Agreement, 'preface' | 'content'>

/** Control and bidirectional characters, byte order marks, and invisible spaces. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0]/u
/** Markdown that agreements do not support and that would be shown as text. */
const unknownMarkup = [
  /^#/,
  /^\s/,
  /^[*+>|]/,
  /^-/,
  /^\d+[.)]\s/,
  /^(=+|_+)\s*$/,
  /\*\*|__|~~|`|<|\]\(|!\[|\\/,
] as const

class UnknownText extends Error {}

/**
 * Parses an agreement: a line is a paragraph, `- ` starts an item, `## ` a section; lines before the first section form
 * the preface. @throws Error naming the line of any other markup, so that no markup is shown as text.
 */
export function parseAgreementText(markdown: string): Text {
  const text: Text = { preface: [], content: [] }
  for (const [at, line] of markdown.replaceAll('\r\n', '\n').split('\n').entries()) {
    try {
      readLine(text, line)
    } catch (error) {
      throw error instanceof UnknownText ? new Error(`第 ${at + 1} 行${error.message}`) : error
    }
  }
  const hollow = text.content.find(({ blocks }) => blocks.length === 0)
  if (hollow !== undefined) throw new Error(`“${hollow.heading}”之下没有内容`)
  if (text.content.length === 0) throw new Error('没有任何章节，章节以“## ”开头')
  return text
}

function readLine(text: Text, line: string): void {
  if (line === '') return
  if (invisible.test(line)) throw new UnknownText('含有不可见的字符')
  if (line !== line.trimEnd()) throw new UnknownText('以空格结尾')
  if (line.startsWith('## ')) {
    text.content.push({ heading: plain(line.slice(3)), blocks: [] })
    return
  }
  const blocks = text.content.at(-1)?.blocks ?? text.preface
  blocks.push(
    line.startsWith('- ') ? { kind: 'item', text: plain(line.slice(2)) } : { kind: 'paragraph', text: plain(line) },
  )
}

function plain(text: string): string {
  if (unknownMarkup.some((markup) => markup.test(text))) {
    throw new UnknownText('的写法不认识：只能用“## ”开头的章节、“- ”开头的条目和单行的段落')
  }
  return text
}

const day = z.iso.date({ error: '应为 YYYY-MM-DD' })
const entry = z.strictObject({
  title: z.string().check(z.minLength(1)),
  /** Date of the text; a second text of that date ends in `.2`. */
  version: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}(\.[2-9])?$/, { error: '应为 YYYY-MM-DD，或其后加 .2 至 .9' })),
  effectiveDate: day,
  changeSummary: z.nullable(z.string().check(z.minLength(1))),
})
const indexFile = z.strictObject({ user_protocol: entry, privacy_policy: entry, membership: entry })

/** A published text with what the list states of it. */
export type AgreementSource = {
  title: string
  version: string
  /** Version to which users consent. */
  consentVersion: string
  effectiveDate: string
  changeSummary: string | null
  markdown: string
}
export type AgreementSources = Readonly<Record<AgreementType, AgreementSource>>

export type Agreements = Readonly<{
  /** Version of 用户协议 and 隐私政策 together: the newer of the two, so that it needs no update of its own. */
  agreementVersion: string
  list: AgreementList
  texts: Readonly<Record<AgreementType, Agreement>>
  /** Placeholders that an operator still has to replace, as they appear in the texts. */
  placeholders: readonly string[]
}>

const placeholder = /【([^】]*)】/g

/** Replaces placeholders by neutral words, for runs on the machine of a developer. */
export const fillPlaceholders = (markdown: string) =>
  markdown.replaceAll(placeholder, (_match, name: string) =>
    name === '运营者名称' ? '本机运营者' : '（本地模式未填写）',
  )

const TRACKING_DAYS = '使用统计保存天数'

/** Names of the placeholders that operators fill, in the order of the text. A setting fills the days of tracking. */
export const placeholderNames = (markdown: string): string[] =>
  Array.from(markdown.matchAll(placeholder), ([, name = '']) => name).filter((name) => name !== TRACKING_DAYS)

/** Replaces the placeholders that have a value. */
export const fillFields = (markdown: string, fields: Readonly<Record<string, string>>) =>
  markdown.replaceAll(placeholder, (match, name: string) =>
    Object.hasOwn(fields, name) ? (fields[name] ?? match) : match,
  )

/** States how long events are stored, which operators set by TRACKING_DAYS. */
export const fillTrackingDays = (markdown: string, days: number) =>
  markdown.replaceAll(`【${TRACKING_DAYS}】`, String(days))

/** The agreements of files (data/agreements). `readText` returns the Markdown of one. @throws Error naming the file and the problem. */
export function readAgreementSources(indexText: string, readText: (type: AgreementType) => string): AgreementSources {
  const index = readIndex(indexText)
  const sourceOf = (type: AgreementType): AgreementSource => ({
    ...index[type],
    consentVersion: index[type].version,
    markdown: readText(type),
  })
  return {
    user_protocol: sourceOf('user_protocol'),
    privacy_policy: sourceOf('privacy_policy'),
    membership: sourceOf('membership'),
  }
}

/** @throws Error naming the agreement and its line that is no text. */
export function composeAgreements(sources: AgreementSources): Agreements {
  const textOf = (type: AgreementType): Agreement => {
    const { title, version, effectiveDate, changeSummary, markdown } = sources[type]
    return { type, title, version, effectiveDate, changeSummary, ...parseText(type, markdown) }
  }
  const texts = {
    user_protocol: textOf('user_protocol'),
    privacy_policy: textOf('privacy_policy'),
    membership: textOf('membership'),
  }
  const [userProtocol, privacyPolicy] = [sources.user_protocol.consentVersion, sources.privacy_policy.consentVersion]
  const agreementVersion = userProtocol > privacyPolicy ? userProtocol : privacyPolicy
  const list = agreementTypes.map((type) => {
    const { preface: _preface, content: _content, ...summary } = texts[type]
    return summary
  })
  const markdown = agreementTypes.map((type) => sources[type].markdown).join('\n')
  return {
    agreementVersion,
    list: { agreementVersion, list },
    texts,
    placeholders: [...new Set(markdown.match(placeholder))],
  }
}

function readIndex(indexText: string) {
  try {
    return z.parse(indexFile, JSON.parse(indexText))
  } catch (error) {
    throw new Error(`协议文件 index.json：${reasonOf(error)}`, { cause: error })
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof z.core.$ZodError) {
    return error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('；')
  }
  return error instanceof Error ? error.message : String(error)
}

function parseText(type: AgreementType, markdown: string) {
  try {
    return parseAgreementText(markdown)
  } catch (error) {
    throw new Error(`协议文件 ${type}.md：${reasonOf(error)}`, { cause: error })
  }
}
