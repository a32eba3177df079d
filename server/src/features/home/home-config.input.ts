import { readFileSync } from 'node:fs'
import { bannerSchema, type HomeConfig, homeConfigSchema, jumpType } from '@baiqicha/contract/home'
import { KEYWORD_LIMIT } from '@baiqicha/contract/keyword-limit'
import * as z from 'zod/mini'
import { isSafeJumpUrl } from '../../domain/jump-url.ts'

type Banner = z.output<typeof bannerSchema>

const shippedFile = new URL('../../../../data/home-config.json', import.meta.url)

/** Content of the home page until an operator changes it. */
export const readShippedHomeConfig = (): HomeConfig =>
  z.parse(homeConfigSchema, JSON.parse(readFileSync(shippedFile, 'utf8')))

/** Whether the target fits the kind of the banner and all links are safe. */
export function isUsableBanner({ url, jumpType: kind, jumpUrl }: Banner, jumpHosts: readonly string[]): boolean {
  if (!isSafeJumpUrl(url, jumpHosts)) return false
  if (kind === jumpType.search) return jumpUrl.trim() !== '' && Array.from(jumpUrl).length <= KEYWORD_LIMIT
  return kind === jumpType.soon || isSafeJumpUrl(jumpUrl, jumpHosts)
}
