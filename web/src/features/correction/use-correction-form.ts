import { CONTENT_LIMIT, type CorrectionReceipt, claimants, correctionReasons } from '@baiqicha/contract/correction'
import { resultCode } from '@baiqicha/contract/result-codes'
import { correctionRoutes } from '@baiqicha/contract/routes/correction'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { describeError, rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { readJson, sessionStore } from '../../platform/storage/safe-storage.ts'
import {
  clearPictures,
  expirePictures,
  finishUploads,
  openPictures,
  type Sender,
} from '../../platform/uploads/picture-store.ts'
import { countCharacters } from '../../ui/text-area.tsx'
import { type ContactHandle, clearContactProof, readContactProof, useContactProof } from './contact-field.tsx'
import { type SubjectParams, subjectKey } from './correction-params.ts'

const KEY = 'correctionDraft'

const fieldsSchema = z.object({
  reason: z.nullable(z.enum(correctionReasons)),
  content: z.string(),
  statement: z.string(),
  claimant: z.nullable(z.enum(claimants)),
})
type CorrectionFields = z.infer<typeof fieldsSchema>

const draftSchema = z.object({ subject: z.string(), userId: z.nullable(z.string()), fields: fieldsSchema })

/** Owner and subject of a draft. `userId` is null for a visitor. */
type DraftOwner = { subject: string; userId: string | null }

const emptyFields: CorrectionFields = { reason: null, content: '', statement: '', claimant: null }

/**
 * Draft of a subject, or null. In session storage, so that it survives a login and a reload. A user's draft is visible
 * to that user only; a visitor's draft follows the visitor through login.
 */
function readDraft({ subject, userId }: DraftOwner): CorrectionFields | null {
  const draft = z.safeParse(draftSchema, readJson(sessionStore, KEY))
  if (!draft.success || draft.data.subject !== subject) return null
  return draft.data.userId === null || draft.data.userId === userId ? draft.data.fields : null
}

function writeDraft({ subject, userId }: DraftOwner, fields: CorrectionFields) {
  sessionStore.write(KEY, JSON.stringify({ subject, userId, fields }))
}

const clearDraft = () => sessionStore.remove(KEY)

export const STATEMENT_LIMIT = 200

/** In page order. */
const fieldNames = ['reason', 'content', 'statement', 'claimant', 'evidence', 'contact'] as const
type FieldName = (typeof fieldNames)[number]
type FieldErrors = Partial<Record<FieldName, string>>

function validateContent(text: string): string | undefined {
  const length = countCharacters(text)
  if (length === 0) return '请说明有误的内容与正确内容'
  if (length < CONTENT_LIMIT.min) return `请至少填写 ${CONTENT_LIMIT.min} 个字，还差 ${CONTENT_LIMIT.min - length} 个`
  return length > CONTENT_LIMIT.max
    ? `最多 ${CONTENT_LIMIT.max} 个字，请删去 ${length - CONTENT_LIMIT.max} 个`
    : undefined
}

function validateStatement(text: string): string | undefined {
  const over = countCharacters(text) - STATEMENT_LIMIT
  return over > 0 ? `最多 ${STATEMENT_LIMIT} 个字，请删去 ${over} 个` : undefined
}

/** Errors by field; empty when the form is valid. */
export function validateFields({ reason, content, statement, claimant }: CorrectionFields): FieldErrors {
  const errors: FieldErrors = {}
  const messages = {
    reason: reason === null ? '请选择错误类型' : undefined,
    content: validateContent(content),
    statement: validateStatement(statement),
    claimant: claimant === null ? '请选择您的身份' : undefined,
  }
  if (messages.reason !== undefined) errors.reason = messages.reason
  if (messages.content !== undefined) errors.content = messages.content
  if (messages.statement !== undefined) errors.statement = messages.statement
  if (messages.claimant !== undefined) errors.claimant = messages.claimant
  return errors
}

/** Sender of the objection: a user, or a visitor with a verified number; null until either is known. */
function useSender(): Sender | null {
  const { isLoggedIn, userInfo } = useSession()
  const contactToken = useContactProof()?.contactToken
  const userId = userInfo?.userId ?? ''
  return useMemo(() => {
    if (isLoggedIn) return { id: `user ${userId}` }
    return contactToken === undefined
      ? null
      : { id: `contact ${contactToken}`, contactToken, onUnproved: clearContactProof }
  }, [isLoggedIn, userId, contactToken])
}

type Sent = { receipt: CorrectionReceipt } | { errors: FieldErrors } | { failure: string }

const contactLost: Sent = { errors: { contact: '手机号验证已过期，请重新验证；已填写的内容已保留' } }

/** Maps a rejected submission to what the form shows. */
function readFailure(error: unknown): Sent {
  const code = rejectionOf(error)?.code
  if (code === resultCode.contactUnproved) {
    clearContactProof()
    return contactLost
  }
  if (code === resultCode.pictureUnfit) {
    expirePictures()
    return { errors: { evidence: describeError(error) } }
  }
  return { failure: describeError(error) }
}

/** State and actions of the form. Calls `onSent` when the server has accepted the objection. */
export function useCorrectionForm(subject: SubjectParams, onSent: (receipt: CorrectionReceipt) => void) {
  const { userInfo } = useSession()
  const sender = useSender()
  const queryClient = useQueryClient()
  const key = subjectKey(subject)
  const userId = userInfo?.userId ?? null
  const owner = { subject: key, userId }
  const [fields, setFields] = useState<CorrectionFields>(() => readDraft(owner) ?? emptyFields)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const contact = useRef<ContactHandle>(null)

  useEffect(() => {
    // Pictures without their draft belong to another user.
    if (readDraft({ subject: key, userId }) === null) clearPictures()
    openPictures(key)
  }, [key, userId])

  const saveDraft = (next: CorrectionFields) => {
    setFields(next)
    writeDraft(owner, next)
  }
  const set = <K extends keyof CorrectionFields>(name: K, value: CorrectionFields[K]) => {
    saveDraft({ ...fields, [name]: value })
    setErrors(({ [name]: _gone, ...rest }) => rest)
  }
  const showErrors = (found: FieldErrors) => {
    setErrors(found)
    const first = fieldNames.find((name) => found[name] !== undefined)
    if (first !== undefined) focusField(form.current, first)
  }

  /** Resolves the sender, verifying a visitor's number if necessary. */
  const resolveSender = async (): Promise<Sender | null> => {
    if (sender !== null) return sender
    if ((await contact.current?.prove()) !== true) return null
    const contactToken = readContactProof()?.contactToken
    return contactToken === undefined
      ? null
      : { id: `contact ${contactToken}`, contactToken, onUnproved: clearContactProof }
  }

  const send = async ({ reason, claimant, content, statement }: CorrectionFields): Promise<Sent> => {
    const checked = validateFields(fields)
    if (reason === null || claimant === null || Object.keys(checked).length > 0) return { errors: checked }
    const by = await resolveSender()
    if (by === null) return { errors: { contact: '请先验证手机号，再提交' } }
    const images = await finishUploads(by)
    if (images.some(({ state }) => state === 'waiting')) return contactLost
    if (images.some(({ state }) => state !== 'sent')) {
      return { errors: { evidence: '部分图片上传失败，请重试或移除后提交' } }
    }
    try {
      const evidence = images.flatMap(({ imageId }) => imageId ?? [])
      const { contactToken } = by
      const input = { ...subject, contactToken, reason, claimant, content, statement, evidence }
      return { receipt: await callApi(correctionRoutes.submitCorrection, input, { silent: true }) }
    } catch (error) {
      return readFailure(error)
    }
  }

  const submit = async () => {
    if (isBusy) return
    setIsBusy(true)
    setFailure(undefined)
    const sent = await send(fields)
    setIsBusy(false)
    if ('errors' in sent) return showErrors(sent.errors)
    if ('failure' in sent) return setFailure(sent.failure)
    clearDraft()
    // The subject now states the open objection.
    queryClient.removeQueries({ queryKey: ['correctionSubject'] })
    // Lists and pages that the user returns to show the mark at once.
    void queryClient.invalidateQueries({ refetchType: 'none' })
    clearPictures()
    onSent(sent.receipt)
  }

  return { form, contact, sender, fields, errors, failure, isBusy, set, saveDraftNow: () => saveDraft(fields), submit }
}

/** Focuses the first usable control of a field. */
function focusField(form: HTMLFormElement | null, name: FieldName) {
  const field = form?.querySelector(`[data-field="${name}"]`)
  const target = field?.querySelector<HTMLElement>('textarea, input:not([hidden]):not([readonly]), button')
  target?.focus()
  target?.scrollIntoView?.({ block: 'center' })
}
