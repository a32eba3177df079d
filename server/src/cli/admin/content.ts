import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Banner, jumpType } from '@baiqicha/contract/home'
import { visibleJson, visibleText } from '../../domain/visible-text.ts'
import type {
  ContentConflict,
  ContentDraft,
  ContentPreview,
  ContentRefusal,
  ContentService,
} from '../../features/content/content.service.ts'
import type { ContentError } from '../../features/content/content-check.ts'
import type { FieldChange } from '../../features/content/content-fields.ts'
import type { ContentPlace } from '../../platform/database/tables/content.ts'
import { AdminRefused, minuteOf } from './admin-refused.ts'

type ContentDeps = {
  content: ContentService
  /** Name of the operator. */
  author: string
  usage: string
  print: (line: string) => void
}

/** Places of `content`; the contact fields have a command of their own. */
const places: readonly ContentPlace[] = ['home', 'mine', 'faq']

/** Runs `content …`. @throws AdminRefused */
export async function runContent([step = '', name = '', ...words]: string[], deps: ContentDeps): Promise<void> {
  const place = places.find((known) => known === name)
  if (place === undefined) throw new AdminRefused(deps.usage)
  await runStep(step, place, words, deps)
}

/** Runs `contact …`. @throws AdminRefused */
export const runContact = ([step = '', ...words]: string[], deps: ContentDeps): Promise<void> =>
  runStep(step, 'contact', words, deps)

function readWords(words: string[], usage: string) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        file: { type: 'string' },
        base: { type: 'string' },
        reason: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
      },
    })
  } catch {
    throw new AdminRefused(usage)
  }
}

async function runStep(step: string, place: ContentPlace, words: string[], deps: ContentDeps) {
  const { usage, print, content, author } = deps
  const { values, positionals } = readWords(words, usage)
  const [typed, ...more] = positionals
  const isPlain = Object.values(values).every((value) => value === false)
  if (more.length > 0) throw new AdminRefused(usage)
  if (step === 'show' && typed === undefined && isPlain) {
    const current = await content.current(place)
    if (current === null) throw new AdminRefused(unpublished)
    print(visibleJson({ version: current.version, ...Object(current.content) }))
  } else if (step === 'versions' && typed === undefined && isPlain) {
    for (const { version, author: by, createdAt, reason } of await content.versions(place)) {
      print(`${version}  ${minuteOf(createdAt)}  ${visibleText(by)}  ${visibleText(reason)}`)
    }
  } else if (step === 'restore' && typed !== undefined && values.file === undefined && values.base === undefined) {
    const by = { author, reason: reasonOf(values.reason) }
    const restored = await content.restore(place, versionOf(typed), by)
    if (!restored.ok) throw refusalOf(restored.error)
    print(`${place}：已将版本 ${typed} 恢复为版本 ${restored.value.version}，5 秒内生效。`)
  } else if (step === 'publish' && typed === undefined && values.file !== undefined && values.base !== undefined) {
    const draft = draftOf(place, { file: values.file, base: versionOf(values.base) })
    if (values['dry-run']) await preview(draft, deps)
    else await publish(draft, reasonOf(values.reason), deps)
  } else throw new AdminRefused(usage)
}

const unpublished = '还没有内容，请先启动一次服务。'

function reasonOf(reason: string | undefined): string {
  const text = reason?.trim() ?? ''
  if (text === '') throw new AdminRefused('须用 --reason 说明理由。')
  if (Array.from(text).length > 200) throw new AdminRefused('--reason 最长 200 个字符。')
  return text
}

function versionOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new AdminRefused('版本应为正整数，见 versions。')
  return Number(text)
}

/** The draft of a file. Pictures are files beside it. */
function draftOf(place: ContentPlace, { file, base }: { file: string; base: number }): ContentDraft {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch {
    throw new AdminRefused('--file 无法读取，或不是 UTF-8 文本。')
  }
  const readPicture = (name: string) => readFile(path.resolve(path.dirname(file), name)).catch(() => null)
  return { place, text, base, readPicture }
}

async function publish(draft: ContentDraft, reason: string, { content, author, print }: ContentDeps) {
  const published = await content.publish(draft, { author, reason })
  if (!published.ok) throw refusalOf(published.error)
  const { version, fields } = published.value
  print(`${draft.place}：已发布版本 ${version}，5 秒内生效。`)
  print(`变化：${fields.map(visibleText).join('、')}`)
}

async function preview(draft: ContentDraft, { content, print }: ContentDeps) {
  const answer = await content.preview(draft)
  if (!answer.ok) throw refusalOf(answer.error)
  const { errors, conflict, changes } = answer.value
  print(`${draft.place}：预览，未写入。`)
  if (errors.length > 0) for (const line of ['错误：', ...errors.map(errorLine)]) print(line)
  if (conflict !== null) print(conflictText(conflict))
  for (const line of changes.length === 0
    ? ['与当前版本没有差异。']
    : ['与当前版本的差异：', ...changes.map(changeLine)])
    print(line)
  for (const line of targetLines(answer.value)) print(line)
  if (errors.length > 0 || conflict !== null) throw new AdminRefused('不能发布。')
}

const errorLine = ({ field, sentence }: ContentError) =>
  `  ${visibleText(field === '' ? '' : `${field}：`)}${visibleText(sentence)}`

const changeLine = ({ field, before, after }: FieldChange) =>
  `  ${visibleText(`${field}：${before ?? '（无）'} → ${after ?? '（无）'}`)}`

/** Where a tap on each banner leads. */
function targetLines({ content }: ContentPreview): string[] {
  if (content === null || !('bannerList' in content)) return []
  return content.bannerList.map((banner) => `  轮播 ${visibleText(`${banner.id}：${targetOf(banner)}`)}`)
}

function targetOf({ jumpType: type, jumpUrl, login }: Banner): string {
  if (type === jumpType.search) return `搜索“${jumpUrl}”`
  return type === jumpType.open ? `打开 ${jumpUrl}${login ? '，须登录' : ''}` : '提示“敬请期待!”'
}

const conflictText = ({ newest, fields }: ContentConflict) =>
  visibleText(
    `版本 ${newest.version} 已由 ${newest.author} 于 ${minuteOf(newest.createdAt)} 发布（${newest.reason}），` +
      `改动：${fields.length === 0 ? '无' : fields.join('、')}。请以版本 ${newest.version} 为基础重新修改。`,
  )

function refusalOf(error: ContentRefusal): AdminRefused {
  switch (error.type) {
    case 'invalid':
      return new AdminRefused(['内容有误，未发布：', ...error.errors.map(errorLine)].join('\n'))
    case 'conflict':
      return new AdminRefused(conflictText(error))
    case 'unknownVersion':
      return new AdminRefused(`没有版本 ${error.version}。`)
    case 'unchanged':
      return new AdminRefused('与当前版本相同，未发布。')
    default:
      return error satisfies never
  }
}
