import * as z from 'zod/mini'

/** 0 searches for `jumpUrl`, 1 opens it, 2 shows 敬请期待!. */
export const jumpType = { search: 0, open: 1, soon: 2 } as const

export const bannerSchema = z.object({
  id: z.string(),
  /** Path of the picture on this host. */
  url: z.string(),
  /** Text alternative of the picture. */
  title: z.string(),
  subtitle: z.string(),
  jumpType: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  jumpUrl: z.string(),
  /** Whether opening the banner needs a session. */
  login: z.boolean(),
})
export type Banner = z.infer<typeof bannerSchema>

export const noticeSchema = z.object({
  id: z.string(),
  title: z.string(),
  content: z.string(),
  type: z.string(),
  link: z.nullable(z.string()),
  startAt: z.nullable(z.string()),
  endAt: z.nullable(z.string()),
})
export type Notice = z.infer<typeof noticeSchema>

/** A company that is shown to try the search with. */
const exampleSchema = z.object({ id: z.string(), name: z.string() })
export type Example = z.infer<typeof exampleSchema>

export const homeConfigSchema = z.object({
  noticeList: z.array(noticeSchema),
  bannerList: z.array(bannerSchema),
  /** At most three, of the operator's choice and in the store. */
  examples: z.array(exampleSchema),
  /** Hosts that banners and notices may open over https (JUMP_HOSTS). */
  jumpHosts: z.array(z.string()),
})
export type HomeConfig = z.infer<typeof homeConfigSchema>

/** A stock of 最近上市. */
const recentListingSchema = z.object({
  /** Company id. */
  id: z.string(),
  name: z.string(),
  logoText: z.string(),
  shortName: z.nullable(z.string()),
  code: z.string(),
  exchange: z.string(),
  board: z.nullable(z.string()),
  /** YYYY-MM-DD. */
  listedOn: z.string(),
})
export type RecentListing = z.infer<typeof recentListingSchema>

/** `asOf`: newest date of the exchange lists; null when there are no rows or none is stated. */
export const recentListingsSchema = z.object({ asOf: z.nullable(z.string()), list: z.array(recentListingSchema) })
export type RecentListings = z.infer<typeof recentListingsSchema>
