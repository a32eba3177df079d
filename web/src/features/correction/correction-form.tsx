import {
  CONTENT_LIMIT,
  CORRECTION_DAYS,
  type CorrectionReceipt,
  type CorrectionSubject,
  claimants,
  correctionReasonLabel,
  correctionReasons,
  EVIDENCE_LIMIT,
} from '@baiqicha/contract/correction'
import shared from '../../domain/page/shared.module.css'
import { SubmitFoot } from '../../domain/page/submission.tsx'
import { classNames } from '../../lib/class-names.ts'
import { isHanging } from '../../lib/format.ts'
import { Link } from '../../lib/router/router.tsx'
import { type Sender, usePictureField } from '../../platform/uploads/picture-store.ts'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ImagePicker } from '../../ui/image-picker.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import utility from '../../ui/utility.module.css'
import { ContactField } from './contact-field.tsx'
import styles from './correction-form.module.css'
import { type SubjectParams, statusPath } from './correction-params.ts'
import { correctionStateTones } from './correction-status.tsx'
import { STATEMENT_LIMIT, useCorrectionForm } from './use-correction-form.ts'

type Props = {
  subject: CorrectionSubject
  params: SubjectParams
  onSent: (receipt: CorrectionReceipt) => void
}

/** 纠错与异议: form for an objection. */
export function CorrectionForm({ subject, params, onSent }: Props) {
  const { form, contact, sender, fields, errors, failure, isBusy, set, saveDraftNow, submit } = useCorrectionForm(
    params,
    onSent,
  )
  const isOfRecord = subject.recordId !== null
  return (
    <form
      ref={form}
      className={shared.flowRoot}
      noValidate
      aria-label="纠错与异议"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <section className={styles.part}>
        <h2 className={styles.title}>纠错与异议</h2>
        <SubjectCard subject={subject} />
        {subject.open !== null && <OpenObjection open={subject.open} />}
      </section>
      <div className={styles.part}>
        <div data-field="reason">
          <ChoiceField
            label="错误类型"
            options={correctionReasons}
            labelOf={correctionReasonLabel}
            value={fields.reason}
            onChange={(reason) => set('reason', reason)}
            error={errors.reason}
          />
        </div>
        <div data-field="content">
          <TextArea
            label="问题与正确内容"
            isRequired
            limit={CONTENT_LIMIT.max}
            placeholder="请说明有误的内容、正确内容及依据"
            value={fields.content}
            onChange={(content) => set('content', content)}
            error={errors.content}
          />
        </div>
        {isOfRecord && (
          <div data-field="statement">
            <TextArea
              label="我的说明"
              hint="选填，核查后记录保留的，随记录展示"
              limit={STATEMENT_LIMIT}
              rows={2}
              placeholder="请说明需随记录公开的情况"
              value={fields.statement}
              onChange={(statement) => set('statement', statement)}
              error={errors.statement}
            />
          </div>
        )}
        <div data-field="claimant">
          <ChoiceField
            label="我的身份"
            options={claimants}
            value={fields.claimant}
            onChange={(claimant) => set('claimant', claimant)}
            error={errors.claimant}
          />
        </div>
        <EvidencePictures sender={sender} onPick={saveDraftNow} error={errors.evidence} />
        <ContactField ref={contact} error={errors.contact} />
      </div>
      <div className={styles.notes}>
        <InfoNote>{effectText(subject, fields.reason === '涉及个人隐私')}</InfoNote>
        <Authority authority={subject.authority} />
      </div>
      <SubmitFoot trackId="correction-submit" label="提交异议" isBusy={isBusy} failure={failure} />
    </form>
  )
}

/** Immediate effect of the submission, shown above the button. */
function effectText({ recordId, open }: CorrectionSubject, isPrivacy: boolean): string {
  const answer = `${CORRECTION_DAYS} 日内答复，全程免费。`
  if (recordId !== null && isPrivacy) return `提交后先隐藏该记录，再核查；${answer}`
  if (open !== null) return '提交后补充到未办结的异议，答复期限不变，全程免费。'
  if (recordId === null) return `提交后即受理，${answer}`
  return `提交后立即标记为“异议处理中”，不计入当前数量；${answer}`
}

/** An error of the source returns with its next update unless it is corrected there. */
function Authority({ authority: { name, url } }: Pick<CorrectionSubject, 'authority'>) {
  return (
    <p className={styles.authority}>
      若官方来源有误，请同时向其申请更正：
      <a track-id="official-correction" href={url} target="_blank" rel="noopener noreferrer">
        <Icon name="globe" size={16} />向{name}申请更正
      </a>
    </p>
  )
}

/** The user's open objection to the subject, which the submission is added to. */
function OpenObjection({ open: { number, state } }: { open: NonNullable<CorrectionSubject['open']> }) {
  return (
    <div className={styles.open}>
      <InfoNote tone="amber">
        您已有一件未办结的异议，本次提交将补充到该异议。
        <Link track-id="objection-row" data-track-label="" to={statusPath(number)} className={styles.link}>
          {number} <Tag tone={correctionStateTones[state]}>{state}</Tag>
          <Icon name="right" size={16} />
        </Link>
      </InfoNote>
    </div>
  )
}

/** Current content of the subject. */
function SubjectCard({ subject: { title, companyName, lines } }: { subject: CorrectionSubject }) {
  return (
    <div className={styles.card}>
      <h3 className={classNames(styles.subjectTitle, isHanging(title) && utility.hanging)}>
        <bdi>{title}</bdi>
      </h3>
      <FactList
        className={styles.lines}
        rows={[...(companyName === '' ? [] : [{ label: '企业', value: companyName }]), ...lines].map(
          ({ label, value }, at) => ({ key: `${at}-${label}`, label, content: <bdi>{value}</bdi> }),
        )}
      />
    </div>
  )
}

type EvidencePicturesProps = { sender: Sender | null; onPick: () => void; error: string | undefined }

/** Up to four pictures as evidence. */
function EvidencePictures(props: EvidencePicturesProps) {
  const pictures = usePictureField({ ...props, limit: EVIDENCE_LIMIT })
  const isWaiting = pictures.images.some(({ state }) => state === 'waiting')
  return (
    <div data-field="evidence">
      <ImagePicker
        {...pictures}
        label="证据图片"
        note={
          props.sender === null && isWaiting
            ? '图片已选择，验证手机号后上传。'
            : '如判决书、移出决定书、营业执照；自动去除拍摄地点等信息，仅用于核查。'
        }
      />
    </div>
  )
}
