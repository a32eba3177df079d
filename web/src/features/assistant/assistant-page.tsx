import type { AssistantConfig, CompanyChoice } from '@baiqicha/contract/assistant'
import { resultCode } from '@baiqicha/contract/result-codes'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { companyIdOf } from '../../domain/company/company-addresses.ts'
import { recentCompanies } from '../../domain/company/recent-companies.ts'
import { BackBarAction } from '../../domain/page/back-bar-action.tsx'
import { formatShanghaiMinute } from '../../lib/days.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { describeError, rejectionOf } from '../../platform/api/api-error.ts'
import {
  ASSISTANT_PATH,
  clearTypedQuestion,
  readTypedQuestion,
  saveTypedQuestion,
} from '../../platform/assistant/typed-question.ts'
import { PageBar, usePageQuery } from '../../platform/navigation/page.tsx'
import { keepScroll } from '../../platform/navigation/page-scroll.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import chips from '../../ui/chip.module.css'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DemoStrip } from '../../ui/info-note.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AnswerCard } from './answer-card.tsx'
import { AnswerFoot } from './answer-foot.tsx'
import { isTurnRunning, type Turn } from './answer-turn.ts'
import styles from './assistant-page.module.css'
import { useAssistantConfigQuery } from './assistant-queries.ts'
import { Composer, QUESTION_FIELD } from './composer.tsx'
import {
  ask,
  LOADING_USER,
  loadAnswer,
  loadConversation,
  openConversation,
  startConversation,
  stopTurn,
  useConversation,
  VISITOR,
} from './conversation-store.ts'
import { HistorySheet } from './history-sheet.tsx'

/** Query parameter with the id of a conversation, which only its user can open. */
const CONVERSATION = 'conversation'

function conversationPath(companyId: string | null, conversationId: string | null): string {
  const query = new URLSearchParams({
    ...(companyId !== null && { id: companyId }),
    ...(conversationId !== null && { [CONVERSATION]: conversationId }),
  }).toString()
  return query === '' ? ASSISTANT_PATH : `${ASSISTANT_PATH}?${query}`
}

/** `/ai?id&conversation`: questions to 百言, about the company and in the conversation of the address if there is one. */
export function AssistantPage() {
  const query = usePageQuery()
  const companyId = companyIdOf(query, 'id') || null
  const conversationId = query.get(CONVERSATION) || null
  const navigate = useNavigate()
  const { isLoggedIn, userInfo } = useSession()
  const user = isLoggedIn ? (userInfo?.userId ?? LOADING_USER) : VISITOR
  const requireLogin = useRequireLogin()
  const conversation = useConversation()
  const { turns } = conversation
  const [text, setText] = useState(readTypedQuestion)
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const isVisitor = user === VISITOR
  const running = turns.find(isTurnRunning)
  const ended = turns.filter((turn) => !isTurnRunning(turn)).length
  const config = useAssistantConfigQuery(conversation.companyId, { user, turn: ended }).data
  useScrollWithAnswer(turns)

  useEffect(clearTypedQuestion, [])
  const { mutate: load, ...loading } = useMutation({ mutationFn: loadConversation })
  const open = useCallback(() => {
    const unloaded = openConversation({ conversationId, companyId, user })
    if (unloaded !== null) load(unloaded)
  }, [user, companyId, conversationId, load])
  useEffect(open, [open])
  const begun = conversation.conversationId
  useEffect(() => {
    // The effect before may have left the conversation that this render shows.
    const shown = begun === null ? null : useConversation.getState().conversationId
    if (conversationId === null && shown !== null) void navigate(conversationPath(companyId, shown), keepScroll)
  }, [begun, companyId, conversationId, navigate])
  const isLoading = conversationId !== null && loading.isPending

  function submit(question: string) {
    const asked = question.trim()
    if (asked === '' || running !== undefined || isLoading) return
    if (isVisitor) saveTypedQuestion(asked)
    if (!requireLogin()) return
    setText('')
    void ask({ question: asked })
  }

  /** Leaves the conversation, and stops an answer that is still produced. */
  function openNew(company: string | null) {
    startConversation(company)
    void navigate(conversationPath(company, null))
  }

  function rephrase({ answer }: Turn) {
    setText(answer.question)
    document.getElementById(QUESTION_FIELD)?.focus()
  }

  const last = turns.at(-1)
  const followUps = last !== undefined && !isTurnRunning(last) ? last.answer.followUps : []
  const suggestions = followUps.length > 0 ? followUps : (config?.quickQuestions ?? [])
  return (
    <div className={styles.page}>
      <PageBar
        title="百企查百言"
        line
        right={
          !isVisitor && (
            <>
              {turns.length > 0 && (
                <BackBarAction trackId="assistant-new" icon="plus" label="新对话" onClick={() => openNew(companyId)} />
              )}
              <BackBarAction
                trackId="assistant-history"
                icon="clock"
                label="历史对话"
                onClick={() => setIsHistoryOpen(true)}
              />
            </>
          )
        }
      />
      {turns.some(({ answer }) => answer.isDemo) && <DemoStrip text="演示数据：企业、人物与案件均为虚构" />}
      <div className={styles.turns}>
        {conversationId !== null && turns.length === 0 && loading.isError && (
          <LoadFailure error={loading.error} onRetry={open} onNew={() => openNew(null)} />
        )}
        {isLoading && (
          <div aria-busy="true">
            <Skeleton width={320} height={160} />
          </div>
        )}
        {turns.length === 0
          ? !isLoading && <Welcome config={config} onAsk={submit} />
          : turns.map((turn) => (
              <section key={turn.key} className={styles.turn} aria-label={turn.answer.question}>
                <p className={styles.question}>{turn.answer.question}</p>
                <AnswerCard
                  turn={turn}
                  foot={<AnswerFoot answer={turn.answer} />}
                  onRetry={() => retry(turn)}
                  onReload={() => void loadAnswer(turn.key)}
                  {...(turn === last && {
                    onChoose: (candidate) => choose(turn, candidate),
                    onRephrase: () => rephrase(turn),
                  })}
                />
                {turn === running && (
                  <p className={styles.stop}>
                    <Button trackId="assistant-stop" tone="line" onClick={() => stopTurn(turn.key)}>
                      <Icon name="stop" size={18} />
                      停止生成
                    </Button>
                  </p>
                )}
              </section>
            ))}
      </div>
      <div className={styles.dock}>
        {turns.length > 0 && suggestions.length > 0 && (
          <ul className={chips.scrolling}>
            {suggestions.map((question) => (
              <li key={question}>
                <Chip
                  trackId="assistant-quick-choice"
                  onClick={() => (running === undefined ? submit(question) : setText(question))}
                >
                  {question}
                </Chip>
              </li>
            ))}
          </ul>
        )}
        <Composer
          text={text}
          onChange={setText}
          placeholder={placeholderOf(conversation.companyId)}
          isBusy={running !== undefined}
          isFocusedFirst={turns.length === 0 && !isVisitor}
          onSubmit={() => submit(text)}
        />
        <p className={styles.disclaimer}>
          {config?.hasModel === true ? '内容由AI生成，请以来源为准' : '依据记录整理，请以来源为准'}
          {config?.quota != null && ` · ${quotaText(config.quota)}`}
        </p>
      </div>
      <HistorySheet
        isOpen={isHistoryOpen}
        onClose={() => setIsHistoryOpen(false)}
        onOpen={(id) => void navigate(conversationPath(null, id))}
      />
    </div>
  )
}

const retry = ({ answer }: Turn) => void ask({ question: answer.question, retryOf: answer.answerId })
/** Names the company of the conversation when its page was viewed in this visit. */
function placeholderOf(companyId: string | null): string {
  if (companyId === null) return '输入企业名称或问题'
  return `继续问${recentCompanies.find(companyId)?.summary?.briefName ?? '这家公司'}`
}

const choose = ({ answer }: Turn, { companyId }: CompanyChoice['candidates'][number]) =>
  void ask({ question: answer.question, companyId, retryOf: answer.answerId })

type LoadFailureProps = { error: Error; onRetry: () => void; onNew: () => void }

/** A conversation of another user is as if missing. */
function LoadFailure({ error, onRetry, onNew }: LoadFailureProps) {
  const isMissing = rejectionOf(error)?.code === resultCode.notFound
  return (
    <ListState art={isMissing ? 'nothing' : 'failed'} title={describeError(error)} compact>
      <Button trackId={isMissing ? 'assistant-new' : 'retry'} size="sm" onClick={isMissing ? onNew : onRetry}>
        {isMissing ? '新对话' : '重试'}
      </Button>
    </ListState>
  )
}

const quotaText = ({ left, resetsAt }: { left: number; resetsAt: string }) =>
  left > 0 ? `今日剩余 ${left} 次` : `${formatShanghaiMinute(resetsAt)} 后可继续提问`

function Welcome({ config, onAsk }: { config: AssistantConfig | undefined; onAsk: (question: string) => void }) {
  return (
    <div className={styles.welcome}>
      <span className={styles.mark}>
        <Icon name="spark" size={28} />
      </span>
      <h2>查企业，问百言</h2>
      <p>登记信息、股东、风险记录与企业统计，每句回答注明来源</p>
      <ul>
        {config?.quickQuestions.map((question) => (
          <li key={question}>
            <button
              track-id="assistant-quick-choice"
              type="button"
              className={styles.quick}
              onClick={() => onAsk(question)}
            >
              {question}
              <Icon name="right" size={16} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Distance from the end within which the page follows a growing answer. Px. */
const NEAR_END_PX = 120

/** Follows a growing answer, unless the reader has scrolled up. A new question scrolls to the end. */
function useScrollWithAnswer(turns: readonly Turn[]) {
  const shown = useRef({ count: turns.length, isNearEnd: false })

  useEffect(() => {
    const note = () => {
      const { scrollHeight } = document.documentElement
      shown.current.isNearEnd = scrollHeight - window.innerHeight - window.scrollY < NEAR_END_PX
    }
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [])

  useLayoutEffect(() => {
    const isNew = turns.length > shown.current.count
    shown.current.count = turns.length
    const last = turns.at(-1)
    const isGrowing = last !== undefined && isTurnRunning(last)
    if (isNew || (isGrowing && shown.current.isNearEnd)) {
      shown.current.isNearEnd = true
      window.scrollTo(0, document.documentElement.scrollHeight)
    }
  }, [turns])
}
