import { SHARE_KEY } from '@baiqicha/contract/assistant'
import { resultCode } from '@baiqicha/contract/result-codes'
import { useEffect, useState } from 'react'
import { PageFailed } from '../../domain/page/page-failed.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { describeError, rejectionOf } from '../../platform/api/api-error.ts'
import { ASSISTANT_PATH } from '../../platform/assistant/typed-question.ts'
import { PageBar, usePageLocation, usePageQuery } from '../../platform/navigation/page.tsx'
import { Button } from '../../ui/button.tsx'
import { DemoStrip } from '../../ui/info-note.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AnswerCard } from './answer-card.tsx'
import { turnOf } from './answer-turn.ts'
import styles from './assistant-page.module.css'
import { useAnswerQuery } from './assistant-queries.ts'

/** `/ai/detail?id&key`: one answer. A reader with the key sees question and answer only. */
export function AnswerPage() {
  const navigate = useNavigate()
  const { pathname, search } = usePageLocation()
  const query = usePageQuery()
  const id = query.get('id') ?? ''
  // The key leaves the address once it is read: addresses are logged, shared and tracked.
  const [key] = useState(() => query.get(SHARE_KEY))
  useEffect(() => {
    const rest = new URLSearchParams(search)
    if (!rest.has(SHARE_KEY)) return
    rest.delete(SHARE_KEY)
    window.history.replaceState(window.history.state, '', `#${pathname}?${rest.toString()}`)
  }, [pathname, search])

  const { data: answer, error, isError, refetch } = useAnswerQuery(id, key)
  const isGone = id === '' || rejectionOf(error)?.code === resultCode.notFound
  return (
    <div className={styles.page}>
      <PageBar title="百企查百言" line />
      {answer?.isDemo === true && <DemoStrip text="演示数据：企业、人物与案件均为虚构" />}
      {isGone && (
        <ListState art="nothing" title="不存在或已取消分享">
          <Button trackId="assistant" onClick={() => void navigate(ASSISTANT_PATH)}>
            去问百言
          </Button>
        </ListState>
      )}
      {isError && !isGone && <PageFailed reason={describeError(error)} onRetry={() => void refetch()} />}
      {answer === undefined && !isError && !isGone && (
        <div className={styles.turns} aria-busy="true">
          <Skeleton width={320} height={160} />
        </div>
      )}
      {answer !== undefined && (
        <div className={styles.turns}>
          <p className={styles.question}>{answer.question}</p>
          <AnswerCard turn={turnOf(answer)} />
          <p className={styles.stop}>
            <Button trackId="assistant" tone="line" onClick={() => void navigate(ASSISTANT_PATH)}>
              问百言
            </Button>
          </p>
        </div>
      )}
    </div>
  )
}
