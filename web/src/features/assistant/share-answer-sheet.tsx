import type { Answer } from '@baiqicha/contract/assistant'
import { assistantRoutes } from '@baiqicha/contract/routes/assistant'
import { useMutation } from '@tanstack/react-query'
import { copyToClipboard } from '../../lib/copy-text.ts'
import { callApi } from '../../platform/api/client.ts'
import { describeError } from '../../platform/api/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { showToast } from '../../ui/toast.tsx'
import { updateAnswer } from './conversation-store.ts'
import styles from './sheets.module.css'

const addressOf = (path: string) => `${window.location.origin}${window.location.pathname}#${path}`

type Props = { answer: Answer; isOpen: boolean; onClose: () => void }

/** Shares one answer by a link, and withdraws every link to it. */
export function ShareAnswerSheet({ answer: { answerId, isShared }, isOpen, onClose }: Props) {
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
      <p className={`${styles.content} ${styles.note}`}>
        持有链接者可查看该问题与回答，不显示您的账号与其他对话。取消分享后，已发出的链接全部失效。
      </p>
    </Sheet>
  )
}
