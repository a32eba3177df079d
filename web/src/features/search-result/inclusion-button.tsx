import { useRef } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { describeError } from '../../platform/api/messages.ts'
import { Button } from '../../ui/button.tsx'
import styles from './no-results.module.css'
import { useInclusionRequest } from './result-queries.ts'

type Props = { keyword: string; tone?: 'primary' | 'line'; size?: 'md' | 'sm' }

/** 申请收录 for a keyword; afterwards the number of users who requested it. Give it the keyword as its key. */
export function InclusionButton({ keyword, tone = 'primary', size = 'md' }: Props) {
  const request = useInclusionRequest()
  // `isPending` changes after the event, too late for the second tap of a double tap.
  const isSent = useRef(false)

  function send() {
    if (isSent.current) return
    isSent.current = true
    request.mutate(keyword, {
      onError: () => {
        isSent.current = false
      },
    })
  }

  if (request.data !== undefined) {
    return (
      <Button trackId="inclusion-request" tone={tone} size={size} unready>
        已收到申请 · {formatNumber(request.data.requests)} 人
      </Button>
    )
  }
  return (
    <>
      <Button trackId="inclusion-request" tone={tone} size={size} busy={request.isPending} onClick={send}>
        申请收录
      </Button>
      {request.isError && (
        <p className={styles.failed} role="alert">
          申请失败：{describeError(request.error)}
        </p>
      )}
    </>
  )
}
