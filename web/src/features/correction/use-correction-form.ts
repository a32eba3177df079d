import type { CorrectionReceipt } from '@baiqicha/contract/correction'
import { resultCode } from '@baiqicha/contract/result-codes'
import { correctionRoutes } from '@baiqicha/contract/routes/correction'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { describeError, rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { useSession } from '../../platform/session/session-store.ts'
import {
  clearPictures,
  expirePictures,
  finishUploads,
  openPictures,
  type Sender,
} from '../../platform/uploads/picture-store.ts'
import type { ContactHandle } from './contact-field.tsx'
import { clearContactProof, readContactProof, useContactProof } from './contact-field.tsx'
import {
  type CorrectionFields,
  clearDraft,
  emptyFields,
  type FieldErrors,
  type FieldName,
  fieldNames,
  readDraft,
  validateFields,
  writeDraft,
} from './correction-draft.ts'
import { type SubjectParams, subjectKey } from './correction-params.ts'

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
