import type { Agreement } from '@baiqicha/contract/agreements'

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
