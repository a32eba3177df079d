import {
  countGraphemes,
  FEEDBACK_ADDITION_LENGTH,
  type FeedbackState,
  type FeedbackThread,
} from '@baiqicha/contract/feedback'
import { resultCode } from '@baiqicha/contract/result-codes'
import { feedbackRoutes } from '@baiqicha/contract/routes/feedback'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import shared from '../../domain/page/shared.module.css'
import { NumberFailed } from '../../domain/page/submission.tsx'
import { formatShanghaiMinute } from '../../lib/days.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { describeError, rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { usePageLocation } from '../../platform/navigation/page.tsx'
import { reloadUserInfo } from '../../platform/session/session-actions.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag, type TagTone } from '../../ui/tag.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import styles from './feedback.module.css'
import { minePath } from './feedback-params.ts'

export const feedbackStateTones: Readonly<Record<FeedbackState, TagTone>> = {
  已提交: 'info',
  处理中: 'amber',
  已回复: 'green',
  已关闭: 'mute',
}

const { min, max } = FEEDBACK_ADDITION_LENGTH
const sentState = z.object({ isSent: z.literal(true) })

/** A thread. The call marks its answers as read, so the count of unread ones is loaded again. */
function useThreadQuery(number: string) {
  const { isLoggedIn, userInfo } = useSession()
  return useQuery({
    queryKey: ['feedbackDetail', number, userInfo?.userId ?? null],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const thread = await callApi(feedbackRoutes.feedbackDetail, { number }, { signal, silent: true })
      // A failure leaves the dot until the next load.
      if (isLoggedIn) void reloadUserInfo().catch(() => {})
      return thread
    },
  })
}

/** A report, its answers, and the field for a further message. */
export function FeedbackThreadView({ number }: { number: string }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useThreadQuery(number)
  if (data !== undefined) return <Thread thread={data} />
  if (error === null) return <Loading />
  const reason = rejectionOf(error)?.code === resultCode.notFound ? null : describeError(error)
  const retype = () => void navigate(minePath('feedback'), { replace: true })
  return <NumberFailed prefix="FB" reason={reason} onRetype={retype} onRetry={() => void refetch()} />
}

function Thread({ thread }: { thread: FeedbackThread }) {
  const { number, kind, state, context, contactMasked, pictureCount, entries, canAppend } = thread
  const { isLoggedIn } = useSession()
  const isSent = z.safeParse(sentState, usePageLocation().state).success
  return (
    <>
      <section className={styles.part}>
        {isSent && (
          <InfoNote>
            {isLoggedIn ? '提交成功，回复将在“我的”中提醒' : '提交成功，请保存编号，凭编号查看回复与补充说明'}
          </InfoNote>
        )}
        <h2 className={styles.title}>
          {kind} <Tag tone={feedbackStateTones[state]}>{state}</Tag>
        </h2>
        <p className={styles.number}>
          {number} <CopyButton text={number} label="编号" />
        </p>
        <FactList
          className={styles.facts}
          rows={[
            ...(contactMasked === null ? [] : [{ label: '联系方式', content: <bdi>{contactMasked}</bdi> }]),
            ...(pictureCount === 0 ? [] : [{ label: '图片', content: <bdi>{pictureCount} 张</bdi> }]),
            ...(context === null ? [] : [{ label: '诊断信息', content: <bdi>{context}</bdi> }]),
          ]}
        />
      </section>
      <ol className={styles.entries} aria-label="往来">
        {entries.map(({ from, content, at }) => (
          <li key={`${at} ${from} ${content}`} className={from === 'operator' ? styles.answerEntry : styles.ownEntry}>
            <p className={shared.noteLine}>
              {from === 'operator' ? '客服' : '我'} · {formatShanghaiMinute(at)}
            </p>
            <p className={styles.text}>
              <bdi>{content}</bdi>
            </p>
          </li>
        ))}
      </ol>
      {canAppend ? <AdditionForm number={number} /> : <p className={styles.quiet}>该反馈已关闭。</p>}
    </>
  )
}

function AdditionForm({ number }: { number: string }) {
  const queryClient = useQueryClient()
  const { userInfo } = useSession()
  const [content, setContent] = useState('')
  const [error, setError] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi(feedbackRoutes.appendFeedback, { number, content }, { silent: true }),
    onSuccess: (thread) => {
      queryClient.setQueryData(['feedbackDetail', number, userInfo?.userId ?? null], thread)
      setContent('')
    },
    onError: (failure) => setError(describeError(failure)),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const length = countGraphemes(content.trim())
    const fault =
      length < min ? '请填写补充说明' : length > max ? `最多 ${max} 个字，请删去 ${length - max} 个` : undefined
    setError(fault)
    if (fault === undefined && !isPending) mutate()
  }

  return (
    <form className={styles.part} noValidate aria-label="补充说明" onSubmit={submit}>
      <TextArea
        label="补充说明"
        limit={max}
        rows={3}
        placeholder="补充情况或回复客服"
        count={(text) => countGraphemes(text.trim())}
        value={content}
        onChange={(text) => {
          setContent(text)
          setError(undefined)
        }}
        error={error}
      />
      <div className={shared.below}>
        <Button trackId="feedback-submit" type="submit" block busy={isPending}>
          {isPending ? '正在提交…' : '提交'}
        </Button>
      </div>
    </form>
  )
}

const Loading = () => (
  <div className={styles.part} aria-busy="true">
    <Skeleton width={120} height={20} />
    <Skeleton width="100%" height={160} radius={12} />
  </div>
)
