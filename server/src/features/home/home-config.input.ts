import { readFileSync } from 'node:fs'
import { bannerSchema, jumpType, noticeSchema } from '@baiqicha/contract/home'
import { KEYWORD_LIMIT } from '@baiqicha/contract/keyword-limit'
import * as z from 'zod/mini'
import { isSafeJumpUrl } from '../../domain/jump-url.ts'

type Banner = z.output<typeof bannerSchema>

const shippedFile = new URL('../../../../data/home-config.json', import.meta.url)

const homeContentSchema = z.object({
  noticeList: z.array(noticeSchema),
  bannerList: z.array(bannerSchema),
  /** Full names of companies. */
  examples: z.array(z.string()),
})
export type HomeContent = z.output<typeof homeContentSchema>

/** Content of the home page until an operator changes it. */
export const readShippedHomeContent = (): HomeContent =>
  z.parse(homeContentSchema, JSON.parse(readFileSync(shippedFile, 'utf8')))

/** Whether the target fits the kind of the banner and all links are safe. */
export function isUsableBanner({ url, jumpType: kind, jumpUrl }: Banner, jumpHosts: readonly string[]): boolean {
  if (!isSafeJumpUrl(url, jumpHosts)) return false
  if (kind === jumpType.search) return jumpUrl.trim() !== '' && Array.from(jumpUrl).length <= KEYWORD_LIMIT
  return kind === jumpType.soon || isSafeJumpUrl(jumpUrl, jumpHosts)
}
