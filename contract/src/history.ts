import * as z from 'zod/mini'
import { KEYWORD_LIMIT } from './keyword-limit.ts'

/** Searches of one user, newest first. */
export const SEARCH_HISTORY_LIMIT = 50
export const VIEW_HISTORY_LIMIT = 200

const searchHistoryItemSchema = z.object({ id: z.string(), companyName: z.string(), searchedAt: z.string() })
export type SearchHistoryItem = z.infer<typeof searchHistoryItemSchema>

export const searchHistorySchema = z.object({ viewHistoryList: z.array(searchHistoryItemSchema) })
/** Numbers of viewed companies and of searches in the history of a user. */
export const historyCountsSchema = z.object({ viewed: z.int(), searched: z.int() })

export const searchHistoryQuery = z.object({ type: z.literal('search') })

/** Submitted keyword, or name of the company whose suggestion was opened. */
export const saveSearchHistoryBody = z.object({
  companyName: z.string().check(z.trim(), z.minLength(1), z.maxLength(KEYWORD_LIMIT)),
})

export const deleteSearchHistoryBody = z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) })
export const deleteViewHistoryBody = z.object({ companyId: z.string().check(z.minLength(1), z.maxLength(64)) })
