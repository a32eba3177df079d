import * as z from 'zod/mini'
import { bannerSchema, noticeSchema } from './home.ts'

/** Notices and banners of 我的, by the rules of the home configuration. */
export const mineConfigSchema = z.object({
  noticeList: z.array(noticeSchema),
  bannerList: z.array(bannerSchema),
  /** Hosts that banners and notices may open over https (JUMP_HOSTS). */
  jumpHosts: z.array(z.string()),
})
export type MineConfig = z.infer<typeof mineConfigSchema>

/** How to reach the operator. The page hides the row of a field that is null. */
export const contactConfigSchema = z.object({
  servicePhone: z.nullable(z.string()),
  /** As in 工作日 9:00–18:00. */
  serviceHours: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** Path of the picture on this host. */
  wechatQr: z.nullable(z.string()),
  complaintChannel: z.nullable(z.string()),
  privacyOfficer: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** Filing number of the site. */
  icp: z.nullable(z.string()),
})
export type ContactConfig = z.infer<typeof contactConfigSchema>

/** Plain text; an answer may have several lines. */
export const faqEntrySchema = z.object({ question: z.string(), answer: z.string() })
export const faqSchema = z.object({ list: z.array(faqEntrySchema) })
export type Faq = z.infer<typeof faqSchema>
