import { readFileSync } from 'node:fs'
import { bannerSchema, type HomeConfig, homeConfigSchema, jumpType } from '@baiqicha/contract/home'
import { KEYWORD_LIMIT } from '@baiqicha/contract/keyword-limit'
import * as z from 'zod/mini'
import { isSafeJumpUrl } from '../../domain/jump-url.ts'

type Banner = z.output<typeof bannerSchema>

const shippedFile = new URL('../../../../data/home-config.json', import.meta.url)

/** What the home page shows until an operator says otherwise. */
export const readShippedHomeConfig = (): HomeConfig =>
  z.parse(homeConfigSchema, JSON.parse(readFileSync(shippedFile, 'utf8')))

/** Whether a banner does what its kind promises and leads nowhere it must not. */
export function isUsableBanner({ url, jumpType: kind, jumpUrl }: Banner, jumpHosts: readonly string[]): boolean {
  if (!isSafeJumpUrl(url, jumpHosts)) return false
  if (kind === jumpType.search) return jumpUrl.trim() !== '' && Array.from(jumpUrl).length <= KEYWORD_LIMIT
  return kind === jumpType.soon || isSafeJumpUrl(jumpUrl, jumpHosts)
}
