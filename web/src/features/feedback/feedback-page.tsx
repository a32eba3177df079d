import { feedbackRoutes } from '@baiqicha/contract/routes/feedback'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PageFailed } from '../../domain/page/page-failed.tsx'
import shared from '../../domain/page/shared.module.css'
import { NumberForm, SubmissionRow } from '../../domain/page/submission.tsx'
import { formatShanghaiDate } from '../../lib/format.ts'
import { Link, useNavigate } from '../../lib/router/router.tsx'
import { describeError, messages } from '../../platform/api/api-error.ts'
import { apiQuery } from '../../platform/api/client.ts'
import { useFaqQuery } from '../../platform/content/content-queries.ts'
import { PlainPage } from '../../platform/navigation/page-frame.tsx'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { Accordion } from '../../ui/accordion.tsx'
import { Button } from '../../ui/button.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useFailureToast } from '../../ui/use-failure-toast.ts'
import utility from '../../ui/utility.module.css'
import styles from './feedback.module.css'
import { FeedbackForm } from './feedback-form.tsx'
import { type FeedbackParams, isFeedbackNumber, minePath, threadPath } from './feedback-params.ts'
import { FeedbackThreadView, feedbackStateTones } from './feedback-thread.tsx'

const tabItems = [
  { key: 'feedback', label: '我的反馈' },
  { key: 'correction', label: '我的纠错' },
] as const
const PANEL = 'my-feedback'

type FeedbackPageProps = {
  params: FeedbackParams
  /** Content of the tab 我的纠错. */
  corrections: ReactNode
}

/** 帮助与反馈: questions and form, own feedback and objections, or one thread. */
export function FeedbackPage({ params, corrections }: FeedbackPageProps) {
  const navigate = useNavigate()
  const { userInfo } = useSession()
  const mine = (
    <Link track-id="my-feedback" to={minePath('feedback')} className={shared.barLink}>
      我的反馈
    </Link>
  )
  return (
    <PlainPage title="帮助与反馈" right={params.show === 'form' ? mine : undefined}>
      {params.show === 'thread' && <FeedbackThreadView key={params.number} number={params.number} />}
      {params.show === 'mine' && (
        <>
          <Tabs
            trackId="feedback-tab"
            items={tabItems}
            value={params.tab}
            onChange={(tab) => void navigate(minePath(tab), { replace: true })}
            label="我的反馈与纠错"
            panelId={PANEL}
            fill
            line
          />
          <div id={PANEL} role="tabpanel" aria-label={tabItems.find(({ key }) => key === params.tab)?.label}>
            {params.tab === 'feedback' ? <MyFeedback /> : corrections}
          </div>
        </>
      )}
      {params.show === 'form' && (
        <>
          <FaqSection />
          <FeedbackForm
            key={userInfo?.userId ?? 'visitor'}
            onSent={(number) => void navigate(threadPath(number), { replace: true, state: { isSent: true } })}
          />
        </>
      )}
    </PlainPage>
  )
}

/** Of the questions that ship. */
const faqWidths = ['66%', '34%', '35%', '51%', '47%']

/** Questions and answers of the operator; nothing when there are none. */
function FaqSection() {
  const { data, isError, errorUpdateCount, refetch } = useFaqQuery()
  useFailureToast(errorUpdateCount, messages.listsFailed)
  if (isError) {
    return (
      <section className={styles.failed} aria-label="常见问题">
        <span>常见问题加载失败</span>
        <Button trackId="retry" tone="line" size="sm" onClick={() => void refetch()}>
          重试
        </Button>
      </section>
    )
  }
  if (data === undefined) {
    return (
      <section className={styles.faqLoading} aria-busy="true">
        {faqWidths.map((width) => (
          <Skeleton key={width} width={width} height={16} />
        ))}
      </section>
    )
  }
  if (data.list.length === 0) return null
  return (
    <section className={styles.faq} aria-label="常见问题">
      <h2 className={utility.spoken}>常见问题</h2>
      <Accordion
        items={data.list.map(({ question, answer }) => ({
          title: question,
          content: <p className={styles.answer}>{answer}</p>,
          isOpen: false,
        }))}
      />
    </section>
  )
}

/** Feedback of the user, newest first. Disabled for visitors. */
function useMyFeedbackQuery() {
  const { isLoggedIn } = useSession()
  return useQuery({ ...apiQuery(['feedbackList'], feedbackRoutes.feedbackList, {}), enabled: isLoggedIn, staleTime: 0 })
}

/** 我的反馈: feedback of the user. A visitor follows feedback by its number. */
function MyFeedback() {
  const { isLoggedIn } = useSession()
  return isLoggedIn ? <Rows /> : <ForVisitors />
}

function ForVisitors() {
  const requireLogin = useRequireLogin()
  const navigate = useNavigate()
  return (
    <section className={styles.part}>
      <NumberForm
        purpose="查反馈进度"
        label="反馈编号"
        placeholder="反馈编号，以 FB 开头"
        fault="请输入反馈编号，以 FB 开头"
        accepts={isFeedbackNumber}
        onSubmit={(number) => void navigate(threadPath(number))}
      />
      <p className={styles.quiet}>
        登录后可查看已提交的反馈。
        <button track-id="login" type="button" className={utility.tap} onClick={() => void requireLogin()}>
          登录/注册
        </button>
      </p>
    </section>
  )
}

function Rows() {
  const { data, error, refetch } = useMyFeedbackQuery()
  if (error !== null) {
    return <PageFailed reason={describeError(error)} onRetry={() => void refetch()} />
  }
  if (data === undefined) return <output className={styles.quiet}>正在加载…</output>
  if (data.length === 0) return <ListState art="none" title="暂无反馈" text="提交的反馈与回复显示于此" />
  return (
    <ul className={styles.part}>
      {data.map(({ number, kind, state, excerpt, createdAt, unread }) => (
        <SubmissionRow
          key={number}
          trackId="feedback-row"
          to={threadPath(number)}
          title={<bdi className={styles.excerpt}>{excerpt}</bdi>}
          caption={`${kind} · ${formatShanghaiDate(createdAt)} 提交`}
          tag={unread ? <Tag tone="red">新回复</Tag> : <Tag tone={feedbackStateTones[state]}>{state}</Tag>}
        />
      ))}
    </ul>
  )
}
