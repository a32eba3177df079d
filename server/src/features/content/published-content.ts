import type { MineConfig } from '@baiqicha/contract/content'
import type { Banner, Example, HomeConfig, Notice } from '@baiqicha/contract/home'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import type { Clock } from '../../domain/clock.ts'
import { nameKey } from '../../domain/names/company-name.ts'
import type { Database } from '../../platform/database/database.ts'
import { isRealCompany } from '../../platform/database/portable-sql.ts'
import type { ContentPlace } from '../../platform/database/tables/content.ts'
import { createContentRepository } from './content.repository.ts'
import { type ContentOf, contentSchemas, isSafeJumpUrl, isUsableBanner, readShippedContent } from './content-fields.ts'
import { pictureIdsIn } from './content-picture.ts'

type PublishedDeps = {
  db: Database
  clock: Clock
  /** Stores the pictures of new content in memory, so that they are shown while the database is unavailable. */
  loadPictures: (ids: readonly string[]) => Promise<void>
}

/**
 * Reads the newest content of a place. Each call reads the version counter only; the content is read and parsed again
 * when the version has changed. A store without versions has the shipped content.
 */
function createReader<T>(
  place: ContentPlace,
  schema: z.ZodMiniType<T>,
  { db, clock, loadPictures }: PublishedDeps,
): () => Promise<T> {
  const repository = createContentRepository(clock)
  let cached: { version: number; content: T } | null = null
  return async () => {
    const version = await repository.shownVersion(db, place)
    if (cached?.version === version) return cached.content
    const row = await repository.find(db, place, version)
    const text = row?.content ?? readShippedContent(place)
    await loadPictures(pictureIdsIn(text))
    const content = z.parse(schema, JSON.parse(text))
    cached = { version, content }
    return content
  }
}

export type PublishedContent = { [P in ContentPlace]: () => Promise<ContentOf<P>> }

/** Readers of the newest content by place. */
export const createPublishedContent = (deps: PublishedDeps): PublishedContent => ({
  home: createReader('home', contentSchemas.home, deps),
  mine: createReader('mine', contentSchemas.mine, deps),
  faq: createReader('faq', contentSchemas.faq, deps),
  contact: createReader('contact', contentSchemas.contact, deps),
  membership: createReader('membership', contentSchemas.membership, deps),
})

/** Total size of the pictures in memory; the least recently shown is removed first. */
const CACHED_BYTES = 32 * 1024 * 1024

/** Pictures of published content. They never change, so those in memory are shown while the database is unavailable. */
export function createContentPictures({ db, clock }: { db: Database; clock: Clock }) {
  const repository = createContentRepository(clock)
  const cache = new LRUCache<string, Buffer>({ maxSize: CACHED_BYTES, sizeCalculation: ({ length }) => length })

  async function find(id: string): Promise<Buffer | null> {
    const known = cache.get(id)
    if (known !== undefined) return known
    const jpeg = await repository.findPicture(db, id)
    if (jpeg !== null) cache.set(id, jpeg)
    return jpeg
  }

  return {
    find,
    load: async (ids: readonly string[]): Promise<void> => {
      for (const id of ids) await find(id)
    },
  }
}

const BANNERS = 3
const NOTICES = 1
const EXAMPLES = 3

/** `showsDemo`: readers see demonstration companies (DEMO_DATA). */
type ShownOptions = { now: number; jumpHosts: readonly string[]; showsDemo: boolean }

/** null or absent: without a start or an end. */
type Period = { startAt?: string | null | undefined; endAt?: string | null | undefined }

/** Names of demonstration companies and persons contain 演示. */
const namesDemo = ({ title, subtitle, jumpUrl }: Banner) =>
  [title, subtitle, jumpUrl].some((text) => text.includes('演示'))

/** The first three current and usable banners and the first current notice. */
function shownPromotions({ noticeList, bannerList }: ContentOf<'mine'>, options: ShownOptions): MineConfig {
  const { now, jumpHosts, showsDemo } = options
  const isCurrent = ({ startAt, endAt }: Period) =>
    (startAt == null || Date.parse(startAt) <= now) && (endAt == null || Date.parse(endAt) > now)
  const withSafeLink = (notice: Notice) => ({
    ...notice,
    link: notice.link !== null && isSafeJumpUrl(notice.link, jumpHosts) ? notice.link : null,
  })
  return {
    bannerList: bannerList
      .filter((banner) => isCurrent(banner) && isUsableBanner(banner, jumpHosts) && (showsDemo || !namesDemo(banner)))
      .slice(0, BANNERS),
    noticeList: noticeList.filter(isCurrent).slice(0, NOTICES).map(withSafeLink),
    jumpHosts: [...jumpHosts],
  }
}

/** The first three real companies by their full names; a name of several companies is no example. */
async function findExamples(db: Database, names: readonly string[]): Promise<Example[]> {
  const keys = names.map(nameKey)
  if (keys.length === 0) return []
  const companies = await db
    .selectFrom('company')
    .select(['id', 'name', 'name_key'])
    .where('name_key', 'in', keys)
    .where(isRealCompany)
    .execute()
  const byKey = Map.groupBy(companies, (company) => company.name_key)
  return keys
    .flatMap((key) => {
      const [company, namesake] = byKey.get(key) ?? []
      return company === undefined || namesake !== undefined ? [] : [{ id: company.id, name: company.name }]
    })
    .slice(0, EXAMPLES)
}

type ShownDeps = { db: Database; clock: Clock } & Omit<ShownOptions, 'now'>

/** What readers see of the published content of Home and of 我的. */
export function createShownContent({ db, clock, ...options }: ShownDeps) {
  return {
    home: async (content: ContentOf<'home'>): Promise<HomeConfig> => ({
      ...shownPromotions(content, { now: clock.now(), ...options }),
      examples: await findExamples(db, content.examples),
    }),
    mine: (content: ContentOf<'mine'>): MineConfig => shownPromotions(content, { now: clock.now(), ...options }),
  }
}
