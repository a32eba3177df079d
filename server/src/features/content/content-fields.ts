import { readFileSync } from 'node:fs'
import { contactConfigSchema, faqSchema } from '@baiqicha/contract/content'
import { managedBannerSchema } from '@baiqicha/contract/desk/content'
import { type Banner, jumpType, noticeSchema } from '@baiqicha/contract/home'
import { KEYWORD_LIMIT } from '@baiqicha/contract/keyword-limit'
import * as z from 'zod/mini'
import { membershipRulesSchema } from '../../domain/account/membership-rules.ts'
import type { ContentPlace } from '../../platform/database/tables/content.ts'

const withId = z.object({ id: z.string() })

/** The item of a list by its id, else by its place, counted from 1. */
const itemName = (item: unknown, at: PropertyKey) => {
  const parsed = z.safeParse(withId, item)
  return parsed.success ? parsed.data.id : `${Number(at) + 1}`
}

const at = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

/** Name of a field for operators, as in `bannerList[b-risk].jumpUrl` or `list[2].answer`. */
export function fieldName(content: unknown, path: readonly PropertyKey[]): string {
  let value = content
  let name = ''
  for (const key of path) {
    const isItem = Array.isArray(value)
    value = at(value, key)
    if (isItem) name += `[${itemName(value, key)}]`
    else name += name === '' ? String(key) : `.${String(key)}`
  }
  return name
}

/** Values of all fields, by name. */
function fieldsOf(value: unknown, name = ''): Map<string, string> {
  if (typeof value !== 'object' || value === null) return new Map([[name, JSON.stringify(value) ?? 'null']])
  const entries = Array.isArray(value)
    ? value.map((item: unknown, index): [string, unknown] => [`${name}[${itemName(item, index)}]`, item])
    : Object.entries(value).map(([key, item]): [string, unknown] => [name === '' ? key : `${name}.${key}`, item])
  return new Map(entries.flatMap(([field, item]) => [...fieldsOf(item, field)]))
}

/** Ids of the items of each list, in order. */
function ordersOf(content: unknown): Map<string, string> {
  if (typeof content !== 'object' || content === null) return new Map()
  return new Map(
    Object.entries(content).flatMap(([name, list]): [string, string][] =>
      Array.isArray(list) ? [[name, list.map(itemName).join(' ')]] : [],
    ),
  )
}

/** A changed field. null: the field does not exist on that side. */
export type FieldChange = { field: string; before: string | null; after: string | null }

/** Differences of two contents of one place by field. A list whose items only changed their order is one change. */
export function changesBetween(before: unknown, after: unknown): FieldChange[] {
  const [old, next] = [fieldsOf(before), fieldsOf(after)]
  const changes = [...new Set([...old.keys(), ...next.keys()])].flatMap((field) => {
    const change = { field, before: old.get(field) ?? null, after: next.get(field) ?? null }
    return change.before === change.after ? [] : [change]
  })
  if (changes.length > 0) return changes
  const [oldOrder, nextOrder] = [ordersOf(before), ordersOf(after)]
  return [...nextOrder].flatMap(([field, order]) =>
    oldOrder.get(field) === order ? [] : [{ field, before: oldOrder.get(field) ?? null, after: order }],
  )
}

const noticesAndBanners = { noticeList: z.array(noticeSchema), bannerList: z.array(managedBannerSchema) }

/** Stored content by place. What operators write is checked by content-check.ts. */
export const contentSchemas = {
  home: z.object({
    ...noticesAndBanners,
    /** Full names of companies. */
    examples: z.array(z.string()),
  }),
  mine: z.object(noticesAndBanners),
  faq: faqSchema,
  contact: contactConfigSchema,
  membership: membershipRulesSchema,
} as const satisfies Record<ContentPlace, z.ZodMiniType>

export type ContentOf<P extends ContentPlace> = z.output<(typeof contentSchemas)[P]>

/** Text of the content of a place until an operator publishes. */
export const readShippedContent = (place: ContentPlace): string =>
  readFileSync(
    new URL(`../../../../data/${place === 'membership' ? '' : 'content/'}${place}.json`, import.meta.url),
    'utf8',
  )

/** Whether the target fits the kind of the banner and all links are safe. */
export function isUsableBanner({ url, jumpType: kind, jumpUrl }: Banner, jumpHosts: readonly string[]): boolean {
  if (!isSafeJumpUrl(url, jumpHosts)) return false
  if (kind === jumpType.search) return isKeyword(jumpUrl)
  return kind === jumpType.soon || isSafeJumpUrl(jumpUrl, jumpHosts)
}

export const isKeyword = (text: string) => text.trim() !== '' && Array.from(text).length <= KEYWORD_LIMIT

// Characters that a browser removes or converts before it parses an address: control characters, spaces, backslashes.
const unsafe = /[\p{Cc}\p{Cf}\s\\]/u

/** Whether a link is a path within the app, or https on a host that the operator allowed. */
export function isSafeJumpUrl(url: string, jumpHosts: readonly string[]): boolean {
  if (unsafe.test(url)) return false
  if (url.startsWith('/')) return !url.startsWith('//')
  if (!url.startsWith('https://') || !URL.canParse(url)) return false
  const { hostname, username, password } = new URL(url)
  return username === '' && password === '' && jumpHosts.includes(hostname)
}
