import {
  countGraphemes,
  FEEDBACK_LENGTH,
  FEEDBACK_PICTURES,
  type FeedbackKind,
  feedbackKinds,
  PRIVACY_REQUEST_DAYS,
  parseFeedbackContact,
} from '@baiqicha/contract/feedback'
import { resultCode } from '@baiqicha/contract/result-codes'
import { feedbackRoutes } from '@baiqicha/contract/routes/feedback'
import { useEffect, useMemo, useState } from 'react'
import { SubmitFoot } from '../../domain/page/submission.tsx'
import { CaptchaField } from '../../domain/verification/captcha-field.tsx'
import { debounceClick } from '../../lib/debounce.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { describeError, rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { deviceTypeOf } from '../../platform/device/device.ts'
import { previousTitle } from '../../platform/navigation/pages.ts'
import { useSession } from '../../platform/session/session-store.ts'
import {
  clearPictures,
  expirePictures,
  finishUploads,
  openPictures,
  type Sender,
  usePictureField,
} from '../../platform/uploads/picture-store.ts'
import { useCaptcha } from '../../platform/verification/use-captcha.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import field from '../../ui/field.module.css'
import { TextField } from '../../ui/field.tsx'
import { ImagePicker } from '../../ui/image-picker.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import utility from '../../ui/utility.module.css'
import styles from './feedback.module.css'
import { minePath } from './feedback-params.ts'

type FeedbackFields = { kind: FeedbackKind | null; content: string; contact: string }
type FeedbackErrors = { kind?: string; content?: string; contact?: string; pictures?: string }

/** Subject of the pictures of this form, among those of objections. */
const PICTURES = 'feedback'

const contentLength = (content: string) => countGraphemes(content.trim())

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
function useFeedbackForm({ context, onSent }: FormOptions) {
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

const deviceNames: Readonly<Record<string, string>> = {
  wechat: '微信',
  alipay: '支付宝',
  qq: 'QQ',
  android: '安卓',
  ios: 'iOS',
  windows: 'Windows',
  mac: 'Mac',
  linux: 'Linux',
}

/** Page before this one, version and device, as the sender sees them before sending. */
function describeContext(): string {
  return [previousTitle(), `版本 ${__APP_VERSION__}`, deviceNames[deviceTypeOf(navigator.userAgent)] ?? '浏览器']
    .filter((part) => part !== null)
    .join(' · ')
}

/** 提交反馈. A visitor solves a captcha and sends no pictures. */
export function FeedbackForm({ onSent }: { onSent: (number: string) => void }) {
  const [context, setContext] = useState<string | null>(describeContext)
  const form = useFeedbackForm({ context, onSent })
  const { fields, errors } = form
  const isCorrection = fields.kind === '数据纠错'
  return (
    <form
      noValidate
      aria-label="提交反馈"
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <div className={styles.part}>
        <div className={styles.fields}>
          <h2 className={styles.title}>提交反馈</h2>
          <ChoiceField
            label="反馈类型"
            options={feedbackKinds}
            value={fields.kind}
            onChange={(kind) => form.set('kind', kind)}
            error={errors.kind}
          />
          {isCorrection ? (
            <CorrectionNote />
          ) : (
            <>
              {fields.kind === '隐私与删除' && <InfoNote>{PRIVACY_REQUEST_DAYS} 个工作日内答复，优先处理。</InfoNote>}
              <TextArea
                label="问题描述"
                isRequired
                limit={FEEDBACK_LENGTH.max}
                placeholder={`请描述问题，至少 ${FEEDBACK_LENGTH.min} 个字`}
                count={contentLength}
                value={fields.content}
                onChange={(content) => form.set('content', content)}
                error={errors.content}
              />
              {form.sender !== null && <Screenshots sender={form.sender} error={errors.pictures} />}
              <div>
                <p className={field.label}>
                  联系方式<small className={field.hint}>选填，仅用于回复您</small>
                </p>
                <TextField
                  label="联系方式"
                  placeholder="手机号或邮箱"
                  value={fields.contact}
                  maxLength={100}
                  onChange={(contact) => form.set('contact', contact)}
                  error={errors.contact}
                />
              </div>
              {!form.isLoggedIn && <CaptchaField captcha={form.captcha} />}
              {context !== null && (
                <p className={styles.context}>
                  <span>诊断信息：{context}</span>
                  <button
                    track-id="feedback-context-drop"
                    type="button"
                    className={utility.tap}
                    onClick={() => setContext(null)}
                  >
                    不发送
                  </button>
                </p>
              )}
            </>
          )}
        </div>
      </div>
      {!isCorrection && (
        <SubmitFoot trackId="feedback-submit" label="提交" isBusy={form.isBusy} failure={form.failure} />
      )}
    </form>
  )
}

/** An objection needs its subject, which the pages of a company state. */
function CorrectionNote() {
  const navigate = useNavigate()
  return (
    <>
      <InfoNote>请在有误的记录、栏目或工商信息处点“纠错”，以便标记并核查。无需登录，全程免费。</InfoNote>
      <Button trackId="search-open" block onClick={() => void navigate('/search')}>
        搜索企业并纠错
      </Button>
      <Button trackId="correction-status" tone="line" block onClick={() => void navigate(minePath('correction'))}>
        查纠错进度
      </Button>
    </>
  )
}

function Screenshots(props: { sender: Sender; error: string | undefined }) {
  return <ImagePicker {...usePictureField({ ...props, limit: FEEDBACK_PICTURES })} label="截图" />
}
