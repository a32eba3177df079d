import { contactConfigSchema, faqEntrySchema } from '@baiqicha/contract/content'
import { type ManagedBanner, managedBannerSchema } from '@baiqicha/contract/desk/content'
import { managedRulesSchema } from '@baiqicha/contract/desk/membership'
import { jumpType, type Notice, noticeSchema } from '@baiqicha/contract/home'
import { KEYWORD_LIMIT } from '@baiqicha/contract/keyword-limit'
import { pageTitles } from '@baiqicha/contract/pages'
import * as z from 'zod/mini'
import type { ContentPlace } from '../../platform/database/tables/content.ts'
import { parseJson } from '../../platform/json.ts'
import { type ContentOf, fieldName, isKeyword, isSafeJumpUrl } from './content-fields.ts'

/** A mistake of the operator. `field` is empty for one of the whole file. */
export type ContentError = { field: string; sentence: string }

/** Largest file of content, in bytes. */
const CONTENT_BYTES = 64 * 1024
const LIST_LIMIT = 20

const id = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/))
const files = {
  notice: z.strictObject({ ...noticeSchema.shape, id }),
  banner: z.strictObject({
    ...managedBannerSchema.shape,
    id,
    jumpUrl: z._default(z.string(), ''),
    // Absent: false, except where a banner opens an address, which must state it.
    login: z.optional(z.boolean()),
  }),
}
type BannerFile = z.output<typeof files.banner>

const listOf = <T extends z.ZodMiniType>(item: T) => z.array(item).check(z.maxLength(LIST_LIMIT))
const noticesAndBanners = { noticeList: listOf(files.notice), bannerList: listOf(files.banner) }
/** `content show` prints the version with the content. */
const version = z.optional(z.int())

const fileSchemas = {
  home: z.strictObject({ version, ...noticesAndBanners, examples: listOf(z.string()) }),
  mine: z.strictObject({ version, ...noticesAndBanners }),
  faq: z.strictObject({ version, list: listOf(z.strictObject(faqEntrySchema.shape)) }),
  contact: z.strictObject({ version, ...z.partial(contactConfigSchema).shape }),
  membership: z.strictObject({ version, ...managedRulesSchema.shape }),
} as const

export type CheckOptions = { jumpHosts: readonly string[] }

/** Content that fits its place; its pictures are not checked yet. `version` is the one that the file states. */
export type CheckedContent = { version: number | undefined; content: ContentOf<ContentPlace>; errors: ContentError[] }

const refuse = (sentence: string) => ({ content: null, errors: [{ field: '', sentence }] })

/** Checks the text of a file of content. The content is null when the text does not have the form of its place. */
export function checkContent(
  place: ContentPlace,
  text: string,
  options: CheckOptions,
): CheckedContent | { content: null; errors: ContentError[] } {
  if (Buffer.byteLength(text) > CONTENT_BYTES) return refuse('内容不能超过 64 KiB。')
  const raw = parseJson(text)
  if (raw === undefined) return refuse('内容不是 JSON。')
  const parsed = z.safeParse(fileSchemas[place], raw)
  if (!parsed.success) return { content: null, errors: parsed.error.issues.map((issue) => shapeError(raw, issue)) }
  const errors: ContentError[] = []
  const report: Report = (path, sentence) => errors.push({ field: fieldName(raw, path), sentence })
  const { version: stated, ...content } = contentOf(place, raw, { report, ...options })
  return { version: stated, content, errors }
}

function shapeError(raw: unknown, issue: z.core.$ZodIssue): ContentError {
  const field = fieldName(raw, issue.path)
  if (issue.code === 'unrecognized_keys') return { field, sentence: `无法识别的字段 ${issue.keys.join('、')}。` }
  if (issue.code === 'too_big') return { field, sentence: `最多 ${LIST_LIMIT} 项。` }
  if (issue.code === 'invalid_format') return { field, sentence: '只用小写字母、数字和连字符，最长 40 个字符。' }
  if (issue.code === 'invalid_union') return { field, sentence: '应为 0（搜索）、1（打开）或 2（敬请期待）。' }
  const expected = issue.code === 'invalid_type' ? typeNames.get(issue.expected) : undefined
  return { field, sentence: expected === undefined ? '内容有误。' : `缺少，或不是${expected}。` }
}

const typeNames = new Map<string, string>([
  ['string', '文字'],
  ['boolean', ' true 或 false'],
  ['array', '列表'],
  ['object', '对象'],
  ['int', '整数'],
  ['number', '整数'],
])

type Path = readonly PropertyKey[]
type Report = (path: Path, sentence: string) => void
type Checking = CheckOptions & { report: Report }

function contentOf(place: ContentPlace, raw: unknown, checking: Checking) {
  const { report } = checking
  switch (place) {
    case 'home': {
      const file = z.parse(fileSchemas.home, raw)
      file.examples.forEach((name, at) => checkText(report, ['examples', at], name, { max: 100 }))
      return { version: file.version, ...checkPromotions(file, checking), examples: file.examples }
    }
    case 'mine': {
      const file = z.parse(fileSchemas.mine, raw)
      return { version: file.version, ...checkPromotions(file, checking) }
    }
    case 'faq': {
      const file = z.parse(fileSchemas.faq, raw)
      file.list.forEach(({ question, answer }, at) => {
        checkText(report, ['list', at, 'question'], question, { max: 60 })
        checkText(report, ['list', at, 'answer'], answer, { max: 1000, hasLines: true })
      })
      return file
    }
    case 'contact':
      return checkContact(z.parse(fileSchemas.contact, raw), report)
    case 'membership':
      return checkRules(z.parse(fileSchemas.membership, raw), report)
    default:
      return place satisfies never
  }
}

const unseen = /[\p{Cc}\p{Bidi_Control}]/u
const unseenInLines = /[\p{Bidi_Control}]|(?!\n)\p{Cc}/u

type TextRule = { max: number; hasLines?: boolean; isOptional?: boolean }

/** Reports what a reader could not see, and a text that is empty or too long. Raw HTML is text like any other. */
function checkText(report: Report, path: Path, text: string, { max, hasLines, isOptional }: TextRule) {
  if (!text.isWellFormed() || (hasLines ? unseenInLines : unseen).test(text)) {
    report(path, hasLines ? '不得含控制字符。' : '不得含控制字符或换行。')
  } else if (text.trim() === '' && !isOptional) report(path, '不能为空。')
  else if (Array.from(text).length > max) report(path, `最长 ${max} 个字符。`)
}

function checkPromotions(
  { noticeList, bannerList }: { noticeList: Notice[]; bannerList: BannerFile[] },
  checking: Checking,
): { noticeList: Notice[]; bannerList: ManagedBanner[] } {
  checkIds('noticeList', noticeList, checking.report)
  checkIds('bannerList', bannerList, checking.report)
  noticeList.forEach((notice, at) => checkNotice(notice, ['noticeList', at], checking))
  bannerList.forEach((banner, at) => checkBanner(banner, ['bannerList', at], checking))
  return { noticeList, bannerList: bannerList.map((banner) => ({ ...banner, login: banner.login ?? false })) }
}

function checkIds(list: string, items: readonly { id: string }[], report: Report) {
  items.forEach((item, at) => {
    if (items.findIndex((other) => other.id === item.id) < at) report([list, at, 'id'], `id ${item.id} 重复。`)
  })
}

/** With a zone: an operator's machine and the server may be in different ones. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/
const isInstant = (text: string) => instant.test(text) && !Number.isNaN(Date.parse(text))

function checkNotice(notice: Notice, path: Path, { report, jumpHosts }: Checking) {
  checkText(report, [...path, 'title'], notice.title, { max: 60 })
  checkText(report, [...path, 'content'], notice.content, { max: 1000, hasLines: true, isOptional: true })
  checkText(report, [...path, 'type'], notice.type, { max: 20 })
  if (notice.link !== null) checkTarget(notice.link, [...path, 'link'], { report, jumpHosts })
  checkPeriod(notice, path, report)
}

type Period = { startAt?: string | null | undefined; endAt?: string | null | undefined }

function checkPeriod({ startAt, endAt }: Period, path: Path, report: Report) {
  const periods = Object.entries({ startAt, endAt }).flatMap(([field, at]) => (at == null ? [] : [{ field, at }]))
  const wrong = periods.filter(({ at }) => !isInstant(at))
  for (const { field } of wrong) report([...path, field], '应为带时区的时间，如 2026-12-01T00:00:00+08:00。')
  if (wrong.length > 0 || startAt == null || endAt == null) return
  if (Date.parse(startAt) >= Date.parse(endAt)) report([...path, 'endAt'], '结束时间应晚于开始时间。')
}

function checkBanner(banner: BannerFile, path: Path, checking: Checking) {
  const { report } = checking
  checkText(report, [...path, 'title'], banner.title, { max: 30 })
  checkText(report, [...path, 'subtitle'], banner.subtitle, { max: 40, isOptional: true })
  checkPeriod(banner, path, report)
  const at = [...path, 'jumpUrl']
  switch (banner.jumpType) {
    case jumpType.search:
      checkText(report, at, banner.jumpUrl, { max: KEYWORD_LIMIT, isOptional: true })
      if (!isKeyword(banner.jumpUrl)) report(at, `jumpType 0 须填搜索词，最长 ${KEYWORD_LIMIT} 个字符。`)
      break
    case jumpType.open:
      if (banner.login === undefined) report([...path, 'login'], 'jumpType 1 须说明是否要求登录。')
      if (banner.jumpUrl === '') report(at, 'jumpType 1 须填打开的地址。')
      else checkTarget(banner.jumpUrl, at, checking)
      break
    case jumpType.soon:
      if (banner.jumpUrl !== '') report(at, 'jumpType 2 不打开地址，应为空。')
      break
    default:
      banner.jumpType satisfies never
  }
}

/** A page of the app, or https on an allowed host. */
function checkTarget(url: string, path: Path, { report, jumpHosts }: Checking) {
  if (/[\p{Cc}\p{Cf}\s\\]/u.test(url)) report(path, '不得含空格、控制字符或反斜杠。')
  else if (url.startsWith('/') && !url.startsWith('//')) {
    const [pathname = ''] = url.split(/[?#]/)
    if (!pageTitles.has(pathname)) report(path, `应用没有页面 ${pathname}。`)
  } else if (!isSafeJumpUrl(url, jumpHosts)) {
    const hosts = jumpHosts.length === 0 ? '（当前为空）' : `（${jumpHosts.join('、')}）`
    report(path, `只能是应用的页面，或 JUMP_HOSTS${hosts}中主机的 https 地址。`)
  }
}

const choiceId = /^[A-Za-z0-9]{1,32}$/

function checkRules(file: z.output<typeof fileSchemas.membership>, report: Report) {
  const limits = { giftYears: 100, careerLimit: 9, industryLimit: 9 } as const
  for (const field of ['giftYears', 'careerLimit', 'industryLimit'] as const) {
    if (file[field] < 1 || file[field] > limits[field]) report([field], `应为 1 至 ${limits[field]}。`)
  }
  for (const list of ['careers', 'industries'] as const) {
    checkIds(list, file[list], report)
    file[list].forEach(({ id: stated, name }, at) => {
      if (!choiceId.test(stated)) report([list, at, 'id'], '只用字母和数字，最长 32 个字符。')
      checkText(report, [list, at, 'name'], name, { max: 12 })
    })
    if (!file[list].some(({ retired }) => retired !== true)) report([list], '至少保留一项。')
  }
  return file
}

const contactRules = {
  servicePhone: { pattern: /^\+?[0-9][0-9 ()-]{2,23}$/, sentence: '应为电话号码，如 400-000-0000。' },
  email: { pattern: /^[^\s@<>"]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i, sentence: '应为邮箱地址。' },
}

function checkContact(file: z.output<typeof fileSchemas.contact>, report: Report) {
  const { version: stated, ...fields } = file
  for (const [field, text] of Object.entries(fields)) {
    if (typeof text === 'string' && field !== 'wechatQr') checkText(report, [field], text, { max: 100 })
  }
  for (const field of ['servicePhone', 'email'] as const) {
    const { pattern, sentence } = contactRules[field]
    const text = fields[field]
    if (typeof text === 'string' && !pattern.test(text)) report([field], sentence)
  }
  return {
    version: stated,
    servicePhone: fields.servicePhone ?? null,
    serviceHours: fields.serviceHours ?? null,
    email: fields.email ?? null,
    wechatQr: fields.wechatQr ?? null,
    complaintChannel: fields.complaintChannel ?? null,
    privacyOfficer: fields.privacyOfficer ?? null,
    address: fields.address ?? null,
    icp: fields.icp ?? null,
  }
}
