import { type Answer, uselessReasons } from '@baiqicha/contract/assistant'
import { recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { assistantRoutes } from '@baiqicha/contract/routes/assistant'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { correctionPath } from '../../domain/record/record-paths.ts'
import { classNames } from '../../lib/class-names.ts'
import { copyToClipboard } from '../../lib/copy-text.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { describeError, rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { Button } from '../../ui/button.tsx'
import chips from '../../ui/chip.module.css'
import { Chip } from '../../ui/chip.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { showToast } from '../../ui/toast.tsx'
import utility from '../../ui/utility.module.css'
import styles from './answer-card.module.css'
import sheetsStyles from './assistant-page.module.css'
import { citedSources, mergeSources, paragraphsOf } from './cited-sources.ts'
import { updateAnswer } from './conversation-store.ts'

const TEXT_LIMIT = 200
type Reason = (typeof uselessReasons)[number]

/** Objection to the first cited record; null: no record is cited. */
function correctionOf({ segments }: Answer): string | null {
  const cited = citedSources(segments).find(({ citedType }) => citedType === 'record' || citedType === 'facts')
  if (cited === undefined) return null
  const recordKind = recordKindKeys.find((key) => key === cited.recordType)
  return correctionPath({
    companyId: cited.companyId,
    ...(recordKind !== undefined && { recordKind }),
    ...(cited.recordId !== null && { recordId: cited.recordId }),
  })
}

/** 无用, with its reason. 数据有误 leads to the objection to the cited record. */
function UselessSheet({ answer, isOpen, onClose }: { answer: Answer; isOpen: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const [reason, setReason] = useState<Reason | null>(null)
  const [text, setText] = useState('')
  const { answerId } = answer
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      callApi(assistantRoutes.judgeAnswer, {
        answerId,
        useful: false,
        ...(reason !== null && { reason }),
        ...(text.trim() !== '' && { text: text.trim().slice(0, TEXT_LIMIT) }),
      }),
    onSuccess: () => {
      updateAnswer(answerId, { useful: false })
      onClose()
      const correction = reason === '数据有误' ? correctionOf(answer) : null
      showToast('已提交，感谢反馈', { icon: 'check', isForNextPage: true })
      if (correction !== null) void navigate(correction)
    },
    onError: (error) => showToast(rejectionOf(error)?.message ?? '提交失败，请重试'),
  })
  return (
    <Sheet
      open={isOpen}
      onClose={onClose}
      title="回答有什么问题"
      foot={
        <Button trackId="assistant-useless-submit" block busy={isPending} unready={reason === null} onClick={submit}>
          提交
        </Button>
      }
    >
      <div className={sheetsStyles.content}>
        <fieldset className={chips.grid} aria-label="原因">
          {uselessReasons.map((option) => (
            <Chip
              key={option}
              trackId="field-choice"
              block
              pressed={reason === option}
              onClick={() => setReason(option)}
            >
              {option}
            </Chip>
          ))}
        </fieldset>
        <TextArea label="补充说明" hint="选填" value={text} onChange={setText} limit={TEXT_LIMIT} rows={3} />
        {reason === '数据有误' && <p className={utility.note}>提交后前往纠错页，可对引用的记录提出异议</p>}
      </div>
    </Sheet>
  )

  function submit() {
    if (reason === null) showToast('请选择原因')
    else mutate()
  }
}

const addressOf = (path: string) => `${window.location.origin}${window.location.pathname}#${path}`

type Props = { answer: Answer; isOpen: boolean; onClose: () => void }

/** Shares one answer by a link, and withdraws every link to it. */
function ShareAnswerSheet({ answer: { answerId, isShared }, isOpen, onClose }: Props) {
  const share = useMutation({
    mutationFn: () => callApi(assistantRoutes.shareAnswer, { answerId }),
    onSuccess: async ({ path }) => {
      updateAnswer(answerId, { isShared: true })
      onClose()
      showToast((await copyToClipboard(addressOf(path))) ? '链接已复制' : '复制失败，请重试')
    },
    onError: (error) => showToast(describeError(error)),
  })
  const withdraw = useMutation({
    mutationFn: () => callApi(assistantRoutes.unshareAnswer, { answerId }),
    onSuccess: () => {
      updateAnswer(answerId, { isShared: false })
      onClose()
      showToast('已取消分享')
    },
    onError: (error) => showToast(describeError(error)),
  })
  return (
    <Sheet
      open={isOpen}
      onClose={onClose}
      title="分享回答"
      foot={
        <>
          {isShared && (
            <Button trackId="assistant-unshare" tone="line" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
              取消分享
            </Button>
          )}
          <Button trackId="copy-link" busy={share.isPending} onClick={() => share.mutate()}>
            {isShared ? '复制新链接' : '复制链接'}
          </Button>
        </>
      }
    >
      <p className={`${sheetsStyles.content} ${utility.note}`}>
        持有链接者可查看该问题与回答，不显示您的账号与其他对话。取消分享后，已发出的链接全部失效。
      </p>
    </Sheet>
  )
}

const plain = (text: string) => text.replaceAll('**', '')

/** The answer as text, with its sources and their dates. */
function copiedAnswer({ question, table, bars, disclaimer, ...answer }: Answer): string {
  const segments = mergeSources(answer.segments)
  const paragraphs = paragraphsOf(segments).map((paragraph) =>
    paragraph.map(({ text, citations }) => `${plain(text)}${citations.map(({ n }) => `[${n}]`).join('')}`).join(''),
  )
  const rows = table?.rows.map(({ label, cells }) => [label, ...cells].join('\t')) ?? []
  const head = table === null ? [] : [table.columns.map(({ label }) => label).join('\t')]
  const counts = bars === null ? [] : [bars.title, ...bars.bars.map(({ label, count }) => `${label} ${count}`)]
  const sources = citedSources(segments).map(({ n, companyName, label, sourceName, date }) =>
    [`[${n}]`, companyName, label, sourceName, date].filter((part) => part != null && part !== '').join(' '),
  )
  return [question, ...paragraphs, ...head, ...rows, ...counts, ...(sources.length === 0 ? [] : ['来源', ...sources])]
    .concat(disclaimer === '' ? [] : [disclaimer])
    .join('\n')
}

/** Judges, copies and shares an answer of the user. */
export function AnswerFoot({ answer }: { answer: Answer }) {
  const [sheet, setSheet] = useState<'useless' | 'share' | null>(null)
  const { answerId, useful } = answer
  const { mutate: praise } = useMutation({
    mutationFn: () => callApi(assistantRoutes.judgeAnswer, { answerId, useful: true }),
    onSuccess: () => {
      updateAnswer(answerId, { useful: true })
      showToast('感谢评价', { icon: 'check' })
    },
  })
  return (
    <div className={styles.actions}>
      <FootButton
        trackId="assistant-useful"
        icon="up2"
        label="有用"
        pressed={useful === true}
        onClick={() => praise()}
      />
      <FootButton
        trackId="assistant-useless"
        icon="down2"
        label="无用"
        pressed={useful === false}
        onClick={() => setSheet('useless')}
      />
      <CopyButton text={copiedAnswer(answer)} label="回答" />
      <FootButton trackId="share" icon="share" label="分享回答" onClick={() => setSheet('share')} />
      <UselessSheet answer={answer} isOpen={sheet === 'useless'} onClose={() => setSheet(null)} />
      <ShareAnswerSheet answer={answer} isOpen={sheet === 'share'} onClose={() => setSheet(null)} />
    </div>
  )
}

type FootButtonProps = {
  trackId: 'assistant-useful' | 'assistant-useless' | 'share'
  icon: IconName
  label: string
  pressed?: boolean
  onClick: () => void
}

const FootButton = ({ trackId, icon, label, pressed, onClick }: FootButtonProps) => (
  <button
    track-id={trackId}
    type="button"
    className={classNames(styles.action, utility.tap, pressed === true && styles.on)}
    aria-label={label}
    aria-pressed={pressed}
    onClick={onClick}
  >
    <Icon name={icon} size={18} />
  </button>
)
