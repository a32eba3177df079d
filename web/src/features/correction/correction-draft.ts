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

/** Owner and subject of a draft. `userId` is null for a visitor. */
type DraftOwner = { subject: string; userId: string | null }

export const emptyFields: CorrectionFields = { reason: null, content: '', statement: '', claimant: null }

/**
 * Draft of a subject, or null. In session storage, so that it survives a login and a reload. A user's draft is visible
 * to that user only; a visitor's draft follows the visitor through login.
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
