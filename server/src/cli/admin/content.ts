import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Banner, jumpType } from '@baiqicha/contract/home'
import type { Result } from '../../domain/result.ts'
import type { ContentConflict, ContentPreview, ContentRefusal } from '../../features/content/content.service.ts'
import type { ContentError } from '../../features/content/content-check.ts'
import type { FieldChange } from '../../features/content/content-fields.ts'
import type { ContentPlace } from '../../platform/database/tables/content.ts'
import { escapeForTerminal } from '../../platform/log/logger.ts'
import type { AdminAction, AdminCall } from './admin-action.ts'
import { AdminRefused, acceptedByService, minuteOf } from './admin-refused.ts'
import { readText } from './picture-places.ts'

/** Places of `content`; the contact fields have commands of their own. */
const places: readonly ContentPlace[] = ['home', 'mine', 'faq', 'membership']

function placeOf(name: string | undefined): ContentPlace {
  const place = places.find((known) => known === name)
  if (place === undefined) throw new AdminRefused(`内容应为 ${places.join('、')} 之一。`)
  return place
}

async function show(place: ContentPlace, { services, print }: AdminCall) {
  const current = await services.content.current(place)
  if (current === null) throw new AdminRefused('暂无内容，请先启动一次服务。')
  const file = JSON.stringify({ version: current.version, ...Object(current.content) }, null, 2)
  for (const line of file.split('\n')) print(line)
}

async function listVersions(place: ContentPlace, { services, print }: AdminCall) {
  for (const { version, author, createdAt, reason, shownFrom } of await services.content.versions(place)) {
    const when = shownFrom === null ? '' : `  ${minuteOf(shownFrom)} 起显示`
    print(`${version}  ${minuteOf(createdAt)}  ${author}  ${reason}${when}`)
  }
}

async function publish(place: ContentPlace, call: AdminCall) {
  const { services, operator, print } = call
  const draft = draftOf(place, call)
  if (call.flag('dry-run')) return printPreview(valueOf(await services.content.preview(draft)), place, print)
  const published = valueOf(await services.content.publish(draft, { operator, reason: reasonOf(call) }))
  const when = draft.shownFrom === null ? '5 秒内生效' : `${minuteOf(draft.shownFrom)} 起显示`
  print(`${place}：已发布版本 ${published.version}，${when}。`)
  return print(`变化：${published.fields.join('、')}`)
}

async function saveDraft(place: ContentPlace, call: AdminCall) {
  const { content } = call.services
  const stored = await content.draft(place)
  const discards = call.flag('discard')
  if (discards && stored === null) throw new AdminRefused('没有草稿。')
  const { base, text } = discards ? { base: stored?.base ?? 1, text: null } : draftOf(place, call)
  valueOf(
    await content.saveDraft({
      place,
      base,
      text,
      savedAt: stored?.savedAt ?? null,
      operator: call.operator,
    }),
  )
  call.print(discards ? `${place}：已放弃草稿。` : `${place}：已存草稿。`)
}

async function restore(place: ContentPlace, typed: string | undefined, call: AdminCall) {
  const version = versionOf(typed ?? '')
  const by = { operator: call.operator, reason: reasonOf(call) }
  const restored = valueOf(await call.services.content.restore(place, version, by))
  call.print(`${place}：已将版本 ${version} 恢复为版本 ${restored.version}，5 秒内生效。`)
}

const placeWord = `<${places.join('|')}>`
const publishUsage = '--file <文件> --base <版本> --reason <理由> [--at <时间>] [--dry-run]'

export const contentActions: readonly AdminAction[] = [
  {
    name: 'content show',
    usage: [placeWord],
    help: ['当前版本，可编辑的 JSON'],
    run: async (call) => show(placeOf(call.operands[0]), call),
  },
  {
    name: 'content draft',
    usage: [`${placeWord} --file <文件> --base <版本>`, `${placeWord} --discard`],
    help: ['存为后台的草稿，代替原草稿；--discard 放弃草稿'],
    audit: 'contentDrafted',
    run: async (call) => saveDraft(placeOf(call.operands[0]), call),
  },
  {
    name: 'content compare',
    usage: [`${placeWord} <版本> <版本>`],
    help: ['两个版本的差异'],
    async run({ operands: [place, from = '', to = ''], services, print }) {
      const changes = valueOf(await services.content.compare(placeOf(place), versionOf(from), versionOf(to)))
      if (changes.length === 0) print('没有差异。')
      for (const change of changes) print(changeLine(change))
    },
  },
  {
    name: 'content publish',
    usage: [`${placeWord} ${publishUsage}`],
    help: ['检查并发布；--dry-run 只预览，不写入', '--at 定时显示，如 2026-12-01T08:00:00+08:00'],
    audit: 'contentPublished',
    run: async (call) => publish(placeOf(call.operands[0]), call),
  },
  {
    name: 'content versions',
    usage: [placeWord],
    help: ['各版本的时间、作者与理由'],
    run: async (call) => listVersions(placeOf(call.operands[0]), call),
  },
  {
    name: 'content restore',
    usage: [`${placeWord} <版本> --reason <理由>`],
    help: ['将旧版本恢复为新版本'],
    audit: 'contentRestored',
    run: async (call) => restore(placeOf(call.operands[0]), call.operands[1], call),
  },
  {
    name: 'content picture',
    usage: ['<文件> [--qr]'],
    help: ['保存一张图片，显示其地址；轮播图为 3:1，--qr 为二维码'],
    audit: 'contentPictureAdded',
    async run({ operands: [file = ''], flag, operator, services, print }) {
      const bytes = await readFile(file).catch(() => null)
      if (bytes === null) throw new AdminRefused('没有这个图片文件。')
      print(valueOf(await services.content.addPicture(bytes, { isBanner: !flag('qr'), operator })))
    },
  },
]

export const contactActions: readonly AdminAction[] = [
  {
    name: 'contact show',
    help: ['联系方式的当前版本，可编辑的 JSON'],
    run: (call) => show('contact', call),
  },
  {
    name: 'contact publish',
    usage: [publishUsage],
    help: ['检查并发布；未填的字段不显示'],
    audit: 'contentPublished',
    run: (call) => publish('contact', call),
  },
  {
    name: 'contact versions',
    help: ['各版本的时间、作者与理由'],
    run: (call) => listVersions('contact', call),
  },
  {
    name: 'contact restore',
    usage: ['<版本> --reason <理由>'],
    help: ['将旧版本恢复为新版本'],
    audit: 'contentRestored',
    run: (call) => restore('contact', call.operands[0], call),
  },
]

function reasonOf(call: AdminCall): string {
  const reason = call.reason()
  if (Array.from(reason).length > 200) throw new AdminRefused('--reason 最长 200 个字符。')
  return reason
}

function versionOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new AdminRefused('版本应为正整数。')
  return Number(text)
}

function timeOf(text: string | null): number | null {
  if (text === null) return null
  const time = Date.parse(text)
  if (Number.isNaN(time) || !/(Z|[+-]\d\d:\d\d)$/.test(text)) {
    throw new AdminRefused('--at 应为带时区的时间，如 2026-12-01T08:00:00+08:00。')
  }
  return time
}

/** The draft of a file. Pictures are files beside it. */
function draftOf(place: ContentPlace, { option }: AdminCall) {
  const file = option('file')
  const base = option('base')
  if (file === null || base === null) throw new AdminRefused('须用 --file 指定文件，用 --base 指定所基于的版本。')
  const text = readText(file, '--file')
  const readPicture = (name: string) => readFile(path.resolve(path.dirname(file), name)).catch(() => null)
  return { place, text, base: versionOf(base), shownFrom: timeOf(option('at')), readPicture }
}

function printPreview(
  { errors, conflict, changes, content }: ContentPreview,
  place: ContentPlace,
  print: (line: string) => void,
) {
  const isRefused = errors.length > 0 || conflict !== null
  const lines = [
    `${place}：预览，未写入。`,
    ...(errors.length > 0 ? ['错误：', ...errors.map(errorLine)] : []),
    ...(conflict === null ? [] : [conflictText(conflict)]),
    ...(changes.length === 0 ? ['与当前版本没有差异。'] : ['与当前版本的差异：', ...changes.map(changeLine)]),
    ...(content !== null && 'bannerList' in content ? content.bannerList.map(targetLine) : []),
  ]
  for (const line of lines) print(line)
  if (isRefused) throw new AdminRefused('不能发布。')
}

const errorLine = ({ field, sentence }: ContentError) => `  ${field === '' ? '' : `${field}：`}${sentence}`

const changeLine = ({ field, before, after }: FieldChange) => `  ${field}：${before ?? '（无）'} → ${after ?? '（无）'}`

/** Where a tap on a banner leads. */
const targetLine = (banner: Banner) => `  轮播 ${banner.id}：${targetOf(banner)}`

function targetOf({ jumpType: type, jumpUrl, login }: Banner): string {
  if (type === jumpType.search) return `搜索“${jumpUrl}”`
  return type === jumpType.open ? `打开 ${jumpUrl}${login ? '，须登录' : ''}` : '提示“敬请期待!”'
}

/** Changed fields that a sentence names. */
const NAMED_FIELDS = 3

function fieldsText(fields: readonly string[]): string {
  const named = fields.slice(0, NAMED_FIELDS).join('、')
  if (fields.length > NAMED_FIELDS) return `${named} 等 ${fields.length} 处`
  return fields.length === 0 ? '无' : named
}

const conflictText = ({ newest: { version, author, createdAt, reason }, fields }: ContentConflict) =>
  `版本 ${version} 已由 ${author} 于 ${minuteOf(createdAt)} 发布（${reason}），` +
  `改动：${fieldsText(fields)}。请以版本 ${version} 为基础重新修改。`

const valueOf = <T>(result: Result<T, ContentRefusal>) =>
  acceptedByService(result, (error) => refusalLines(error).map(escapeForTerminal).join('\n'))

/** Why content is refused, in sentences. */
export function refusalLines(error: ContentRefusal): string[] {
  switch (error.type) {
    case 'invalid':
      return ['内容有误，未发布：', ...error.errors.map(errorLine)]
    case 'conflict':
      return [conflictText(error)]
    case 'unknownVersion':
      return [`没有版本 ${error.version}。`]
    case 'unchanged':
      return ['与当前版本相同，未发布。']
    case 'draftChanged':
      return [
        error.draft === null
          ? '草稿已被放弃，请看过再保存。'
          : `草稿已由 ${error.draft.editor} 于 ${minuteOf(error.draft.savedAt)} 保存，请看过再保存。`,
      ]
    case 'badTime':
      return ['时间应晚于现在，最多一年之内。']
    case 'badPicture':
      return [error.sentence]
    default:
      return error satisfies never
  }
}
