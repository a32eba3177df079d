import type { MineConfig } from '@baiqicha/contract/content'
import type { Banner, Example, HomeConfig, Notice } from '@baiqicha/contract/home'
import type { Clock } from '../../domain/clock.ts'
import { isSafeJumpUrl } from '../../domain/jump-url.ts'
import { nameKey } from '../../domain/names/company-name.ts'
import type { Database } from '../../platform/database/database.ts'
import { isRealCompany } from '../../platform/database/real-companies.ts'
import { type ContentOf, isUsableBanner } from './content-model.ts'

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
