import { claimants, correctionReasons } from '@baiqicha/contract/correction'
import * as z from 'zod/mini'
import { readJson, sessionStore } from '../../platform/storage/safe-storage.ts'

const KEY = 'correctionDraft'

const fieldsSchema = z.object({
  reason: z.nullable(z.enum(correctionReasons)),
  content: z.string(),
  statement: z.string(),
  claimant: z.nullable(z.enum(claimants)),
})
export type CorrectionFields = z.infer<typeof fieldsSchema>

const draftSchema = z.object({ subject: z.string(), userId: z.nullable(z.string()), fields: fieldsSchema })

/** Whose and about what. `userId` is null for a visitor. */
type DraftOwner = { subject: string; userId: string | null }

export const emptyFields: CorrectionFields = { reason: null, content: '', statement: '', claimant: null }

/**
 * What was typed about a subject, or null. Kept for this window only, so that it outlives a login and a reload; what
 * someone signed in typed is theirs alone, what a visitor typed goes with them through login.
 */
export function readDraft({ subject, userId }: DraftOwner): CorrectionFields | null {
  const draft = z.safeParse(draftSchema, readJson(sessionStore, KEY))
  if (!draft.success || draft.data.subject !== subject) return null
  return draft.data.userId === null || draft.data.userId === userId ? draft.data.fields : null
}

export function writeDraft({ subject, userId }: DraftOwner, fields: CorrectionFields) {
  sessionStore.write(KEY, JSON.stringify({ subject, userId, fields }))
}

export const clearDraft = () => sessionStore.remove(KEY)
