import { FEEDBACK_LENGTH, type FeedbackKind, parseFeedbackContact } from '@baiqicha/contract/feedback'
import { countGraphemes } from '@baiqicha/contract/graphemes'
import { resultCode } from '@baiqicha/contract/result-codes'
import { feedbackRoutes } from '@baiqicha/contract/routes/feedback'
import { useEffect, useMemo, useState } from 'react'
import { debounceClick } from '../../lib/debounce.ts'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { describeError } from '../../platform/api/messages.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { clearPictures, expirePictures, finishUploads, openPictures } from '../../platform/uploads/picture-store.ts'
import { useCaptcha } from '../../platform/verification/use-captcha.ts'

export type FeedbackFields = { kind: FeedbackKind | null; content: string; contact: string }
export type FeedbackErrors = { kind?: string; content?: string; contact?: string; pictures?: string }

/** Subject of the pictures of this form, among those of objections. */
const PICTURES = 'feedback'

export const contentLength = (content: string) => countGraphemes(content.trim())

/** Errors by field; empty when the form is valid. */
function validateFeedback({ kind, content, contact }: FeedbackFields): FeedbackErrors {
  const { min, max } = FEEDBACK_LENGTH
  const length = contentLength(content)
  return {
    ...(kind === null && { kind: '请选择反馈类型' }),
    ...(length === 0 && { content: '请填写问题描述' }),
    ...(length > 0 && length < min && { content: `请至少填写 ${min} 个字，还差 ${min - length} 个` }),
    ...(length > max && { content: `最多 ${max} 个字，请删去 ${length - max} 个` }),
    ...(contact.trim() !== '' && parseFeedbackContact(contact) === null && { contact: '请输入正确的手机号或邮箱' }),
  }
}

type Sent = { number: string } | { errors: FeedbackErrors } | { failure: string } | null

type FormOptions = {
  /** The line with page, version and device; null: not attached. */
  context: string | null
  onSent: (number: string) => void
}

/** State and actions of the form. The typed text stays until the server has accepted it. */
export function useFeedbackForm({ context, onSent }: FormOptions) {
  const { isLoggedIn, userInfo } = useSession()
  const userId = userInfo?.userId ?? ''
  const sender = useMemo(() => (isLoggedIn ? { id: `user ${userId}` } : null), [isLoggedIn, userId])
  const captcha = useCaptcha({ enabled: !isLoggedIn })
  const [fields, setFields] = useState<FeedbackFields>({ kind: null, content: '', contact: '' })
  const [errors, setErrors] = useState<FeedbackErrors>({})
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  useEffect(() => openPictures(PICTURES), [])

  const set = <K extends keyof FeedbackFields>(name: K, value: FeedbackFields[K]) => {
    setFields({ ...fields, [name]: value })
    setErrors(({ [name]: _gone, ...rest }) => rest)
  }

  /** Ids of the pictures; null when one was not uploaded. */
  const uploadPictures = async (): Promise<string[] | null> => {
    if (sender === null) return []
    const images = await finishUploads(sender)
    return images.some(({ state }) => state !== 'sent') ? null : images.flatMap(({ imageId }) => imageId ?? [])
  }

  const send = async ({ kind, content, contact }: FeedbackFields): Promise<Sent> => {
    const found = validateFeedback(fields)
    if (kind === null || Object.keys(found).length > 0) return { errors: found }
    const answer = isLoggedIn ? {} : captcha.read()
    if (answer === null) return null
    const imageIds = await uploadPictures()
    if (imageIds === null) return { errors: { pictures: '部分图片上传失败，请重试或移除后提交' } }
    try {
      const input = { kind, content, contact, imageIds, context: context ?? '', ...answer }
      return await callApi(feedbackRoutes.saveFeedback, input, { silent: true })
    } catch (error) {
      const rejection = rejectionOf(error)
      if (rejection?.code === resultCode.captchaWrong) {
        captcha.refuse(rejection.message)
        return null
      }
      // A captcha is used up by its first answer.
      if (!isLoggedIn) captcha.renew()
      if (rejection?.code === resultCode.pictureUnfit) {
        expirePictures()
        return { errors: { pictures: rejection.message } }
      }
      return { failure: describeError(error) }
    }
  }

  const submit = async () => {
    if (isBusy) return
    setIsBusy(true)
    setFailure(undefined)
    const sent = await send(fields)
    setIsBusy(false)
    if (sent === null) return
    if ('errors' in sent) return setErrors(sent.errors)
    if ('failure' in sent) return setFailure(sent.failure)
    clearPictures()
    onSent(sent.number)
  }
  const [once] = useState(() => debounceClick((act: () => void) => act()))

  return { isLoggedIn, sender, captcha, fields, errors, failure, isBusy, set, submit: () => once(() => void submit()) }
}
