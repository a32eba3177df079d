import { readFileSync } from 'node:fs'
import { contactConfigSchema, faqSchema } from '@baiqicha/contract/content'
import { managedBannerSchema } from '@baiqicha/contract/desk/content'
import { type Banner, jumpType, noticeSchema } from '@baiqicha/contract/home'
import { KEYWORD_LIMIT } from '@baiqicha/contract/keyword-limit'
import * as z from 'zod/mini'
import { membershipRulesSchema } from '../../domain/account/membership-rules.ts'
import { isSafeJumpUrl } from '../../domain/jump-url.ts'
import type { ContentPlace } from '../../platform/database/tables/content.ts'

const noticesAndBanners = { noticeList: z.array(noticeSchema), bannerList: z.array(managedBannerSchema) }

/** Stored content by place. What operators write is checked by content-check.ts. */
export const contentSchemas = {
  home: z.object({
    ...noticesAndBanners,
    /** Full names of companies. */
    examples: z.array(z.string()),
  }),
  mine: z.object(noticesAndBanners),
  faq: faqSchema,
  contact: contactConfigSchema,
  membership: membershipRulesSchema,
} as const satisfies Record<ContentPlace, z.ZodMiniType>

export type ContentOf<P extends ContentPlace> = z.output<(typeof contentSchemas)[P]>

/** Text of the content of a place until an operator publishes. */
export const readShippedContent = (place: ContentPlace): string =>
  readFileSync(
    new URL(`../../../../data/${place === 'membership' ? '' : 'content/'}${place}.json`, import.meta.url),
    'utf8',
  )

/** Whether the target fits the kind of the banner and all links are safe. */
export function isUsableBanner({ url, jumpType: kind, jumpUrl }: Banner, jumpHosts: readonly string[]): boolean {
  if (!isSafeJumpUrl(url, jumpHosts)) return false
  if (kind === jumpType.search) return isKeyword(jumpUrl)
  return kind === jumpType.soon || isSafeJumpUrl(jumpUrl, jumpHosts)
}

export const isKeyword = (text: string) => text.trim() !== '' && Array.from(text).length <= KEYWORD_LIMIT
