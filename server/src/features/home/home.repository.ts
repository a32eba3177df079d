import type { Banner, Example, HomeConfig, Notice } from '@baiqicha/contract/home'
import { bannerSchema, noticeSchema } from '@baiqicha/contract/home'
import * as z from 'zod/mini'
import type { Clock } from '../../domain/clock.ts'
import { isSafeJumpUrl } from '../../domain/jump-url.ts'
import { nameKey } from '../../domain/names/company-name.ts'
import type { Database } from '../../platform/database/database.ts'
import { isRealCompany } from '../../platform/database/real-companies.ts'
import type { BannerTable, NoticeTable } from '../../platform/database/tables/home.ts'
import { type HomeContent, isUsableBanner } from './home-config.input.ts'

const BANNERS = 3
const NOTICES = 1
const EXAMPLES = 3

export interface HomeRepository {
  /** The first three usable banners, the first current notice and the first three known examples, by position. */
  find(): Promise<HomeConfig>
  /** Stores banners and notices when there are no banners, and examples when there are none. */
  fillIfEmpty(content: HomeContent): Promise<void>
}

type HomeDeps = { db: Database; clock: Clock; jumpHosts: readonly string[] }

export function createHomeRepository({ db, clock, jumpHosts }: HomeDeps): HomeRepository {
  /** Real companies by their full names; a name of several companies is no example. */
  async function findExamples(): Promise<Example[]> {
    const wanted = await db.selectFrom('home_example').selectAll().orderBy('position').orderBy('name').execute()
    const keys = wanted.map(({ name }) => nameKey(name))
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

  return {
    async find() {
      const now = clock.now()
      const [examples, banners, notices] = await Promise.all([
        findExamples(),
        db.selectFrom('banner').selectAll().orderBy('position').orderBy('id').execute(),
        db
          .selectFrom('notice')
          .selectAll()
          .where((eb) => eb.or([eb('start_at', 'is', null), eb('start_at', '<=', now)]))
          .where((eb) => eb.or([eb('end_at', 'is', null), eb('end_at', '>', now)]))
          .orderBy('position')
          .orderBy('id')
          .limit(NOTICES)
          .execute(),
      ])
      return {
        bannerList: banners
          .map(bannerFrom)
          .filter((banner) => isUsableBanner(banner, jumpHosts))
          .slice(0, BANNERS),
        noticeList: notices.map((row) => noticeFrom(row, jumpHosts)),
        examples,
        jumpHosts: [...jumpHosts],
      }
    },

    async fillIfEmpty({ bannerList, noticeList, examples }) {
      for (const banner of bannerList) {
        if (!isUsableBanner(banner, jumpHosts)) throw new Error(`data/home-config.json：轮播 ${banner.id} 的链接不可用`)
      }
      await db.transaction().execute(async (tx) => {
        const hasExamples = await tx.selectFrom('home_example').select('name').limit(1).executeTakeFirst()
        if (hasExamples === undefined && examples.length > 0) {
          await tx
            .insertInto('home_example')
            .values(examples.map((name, position) => ({ name, position })))
            .onConflict((conflict) => conflict.column('name').doNothing())
            .execute()
        }
        const filled = await tx.selectFrom('banner').select('id').limit(1).executeTakeFirst()
        if (filled !== undefined) return
        // Two processes may start at once: rows written by the other stay.
        for (const [position, banner] of bannerList.entries()) {
          await tx
            .insertInto('banner')
            .values(bannerRow(banner, position))
            .onConflict((conflict) => conflict.column('id').doNothing())
            .execute()
        }
        for (const [position, notice] of noticeList.entries()) {
          await tx
            .insertInto('notice')
            .values(noticeRow(notice, position))
            .onConflict((conflict) => conflict.column('id').doNothing())
            .execute()
        }
      })
    },
  }
}

const instant = (text: string | null) => (text === null ? null : Date.parse(text))
const isoText = (at: number | null) => (at === null ? null : new Date(at).toISOString())

const bannerRow = (banner: Banner, position: number): BannerTable => ({
  id: banner.id,
  position,
  url: banner.url,
  title: banner.title,
  subtitle: banner.subtitle,
  jump_type: banner.jumpType,
  jump_url: banner.jumpUrl,
  login: banner.login ? 1 : 0,
})

const bannerFrom = (row: BannerTable): Banner =>
  z.parse(bannerSchema, {
    id: row.id,
    url: row.url,
    title: row.title,
    subtitle: row.subtitle,
    jumpType: row.jump_type,
    jumpUrl: row.jump_url,
    login: row.login === 1,
  })

const noticeRow = (notice: Notice, position: number): NoticeTable => ({
  id: notice.id,
  position,
  title: notice.title,
  content: notice.content,
  type: notice.type,
  link: notice.link,
  start_at: instant(notice.startAt),
  end_at: instant(notice.endAt),
})

const noticeFrom = (row: NoticeTable, jumpHosts: readonly string[]): Notice =>
  z.parse(noticeSchema, {
    id: row.id,
    title: row.title,
    content: row.content,
    type: row.type,
    link: row.link !== null && isSafeJumpUrl(row.link, jumpHosts) ? row.link : null,
    startAt: isoText(row.start_at),
    endAt: isoText(row.end_at),
  })
