import { FEEDBACK_LENGTH, FEEDBACK_PICTURES, feedbackKinds, PRIVACY_REQUEST_DAYS } from '@baiqicha/contract/feedback'
import { useEffect, useState } from 'react'
import { SubmitFoot } from '../../domain/page/submission.tsx'
import { CaptchaField } from '../../domain/verification/captcha-field.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { deviceTypeOf } from '../../platform/device/device-type.ts'
import { previousTitle } from '../../platform/navigation/previous-title.ts'
import {
  pickPictures,
  removePicture,
  retryPicture,
  type Sender,
  sendPictures,
  usePictureStore,
} from '../../platform/uploads/picture-store.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { TextField } from '../../ui/field.tsx'
import fieldLabel from '../../ui/field-label.module.css'
import { ImagePicker } from '../../ui/image-picker.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import utility from '../../ui/utility.module.css'
import styles from './feedback.module.css'
import { minePath } from './feedback-params.ts'
import { contentLength, useFeedbackForm } from './use-feedback-form.ts'

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
              {form.sender !== null && <PictureField sender={form.sender} error={errors.pictures} />}
              <div>
                <p className={fieldLabel.label}>
                  联系方式<small className={fieldLabel.hint}>选填，仅用于回复您</small>
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

/** Up to four pictures, uploaded as soon as they are picked. */
function PictureField({ sender, error }: { sender: Sender; error: string | undefined }) {
  const images = usePictureStore((state) => state.images)
  const [leftOut, setLeftOut] = useState(0)

  useEffect(() => sendPictures(sender, images), [sender, images])

  return (
    <ImagePicker
      label="截图"
      hint={`选填，最多 ${FEEDBACK_PICTURES} 张，每张不超过 5 MB`}
      images={images}
      limit={FEEDBACK_PICTURES}
      onPick={(files) => setLeftOut(pickPictures(files, FEEDBACK_PICTURES))}
      onRemove={(key) => {
        setLeftOut(0)
        removePicture(key)
      }}
      onRetry={retryPicture}
      error={leftOut > 0 ? `最多 ${FEEDBACK_PICTURES} 张，超出的 ${leftOut} 张未添加` : error}
    />
  )
}
