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

export const homeConfigSchema = z.object({ noticeList: z.array(noticeSchema), bannerList: z.array(bannerSchema) })
export type HomeConfig = z.infer<typeof homeConfigSchema>
