import * as z from 'zod/mini'

/** Keys that a user may have at once. */
export const API_KEYS_PER_USER = 3
/** Days until a key expires; the first choice that a page offers is the second. */
export const apiKeyDays = [30, 90, 365] as const
export type ApiKeyDays = (typeof apiKeyDays)[number]
/** Headers of each answer to a key: calls a day, and those that are left of today in China. */
export const KEY_QUOTA_HEADER = 'key-quota'
export const KEY_REMAINING_HEADER = 'key-remaining'

export const API_KEY_NAME_LENGTH = 20

/** A key as its owner sees it. The key itself is shown once, when it is created. */
const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Last four characters. */
  ending: z.string(),
  createdAt: z.string(),
  /** null: not used yet. */
  lastUsedAt: z.nullable(z.string()),
  expiresAt: z.string(),
  isExpired: z.boolean(),
  /** Calls of today in China. */
  usedToday: z.int(),
})
export type ApiKey = z.infer<typeof apiKeySchema>

export const apiKeysSchema = z.object({
  list: z.array(apiKeySchema),
  /** Calls that each key may make a day. */
  dailyQuota: z.int(),
})

export const createApiKeyBody = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(API_KEY_NAME_LENGTH)),
  days: z.literal(apiKeyDays),
})
export const createdApiKeySchema = z.object({ key: z.string(), apiKey: apiKeySchema })
export type CreatedApiKey = z.infer<typeof createdApiKeySchema>

export const revokeApiKeyBody = z.object({ id: z.string().check(z.maxLength(64)) })
