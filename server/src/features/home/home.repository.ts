import type { Banner, HomeConfig, Notice } from '@baiqicha/contract/home'
import { bannerSchema, noticeSchema } from '@baiqicha/contract/home'
import * as z from 'zod/mini'
import type { Clock } from '../../domain/clock.ts'
import { isSafeJumpUrl } from '../../domain/jump-url.ts'
import type { Database } from '../../platform/database/database.ts'
import type { BannerTable, NoticeTable } from '../../platform/database/tables/home.ts'
import { isUsableBanner } from './home-config.input.ts'

const BANNERS = 3
const NOTICES = 1

export interface HomeRepository {
  /** The first three usable banners and the first current notice, by position. */
  find(): Promise<HomeConfig>
  /** Stores the content when the tables are empty; otherwise does nothing. */
  fillIfEmpty(content: HomeConfig): Promise<void>
}

type HomeDeps = { db: Database; clock: Clock; jumpHosts: readonly string[] }

export function createHomeRepository({ db, clock, jumpHosts }: HomeDeps): HomeRepository {
  return {
    async find() {
      const now = clock.now()
      const [banners, notices] = await Promise.all([
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
      }
    },

    async fillIfEmpty({ bannerList, noticeList }) {
      for (const banner of bannerList) {
        if (!isUsableBanner(banner, jumpHosts)) throw new Error(`data/home-config.json：轮播 ${banner.id} 的链接不可用`)
      }
      await db.transaction().execute(async (tx) => {
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
