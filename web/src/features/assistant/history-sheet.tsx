import { TITLE_LENGTH } from '@baiqicha/contract/assistant'
import { assistantRoutes } from '@baiqicha/contract/routes/assistant'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PageFailed } from '../../domain/page/page-failed.tsx'
import { formatShanghaiDate } from '../../lib/format.ts'
import { describeError } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { Button } from '../../ui/button.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './assistant-page.module.css'
import { CONVERSATIONS_KEY, useConversationListQuery } from './assistant-queries.ts'
import { useConversation } from './conversation-store.ts'

type Props = {
  isOpen: boolean
  onClose: () => void
  /** null: the conversation on the page was deleted. */
  onOpen: (conversationId: string | null) => void
}

const onError = (error: unknown) => showToast(describeError(error))

/** 历史对话: opens, renames and deletes conversations of the user. */
export function HistorySheet({ isOpen, onClose, onOpen }: Props) {
  const client = useQueryClient()
  const query = useConversationListQuery(isOpen)
  const [renamed, setRenamed] = useState<string | null>(null)
  const reload = () => client.invalidateQueries({ queryKey: CONVERSATIONS_KEY })

  const remove = useMutation({
    mutationFn: async (conversationId: string | null) => {
      if (conversationId === null) await callApi(assistantRoutes.deleteAllConversations, {})
      else await callApi(assistantRoutes.deleteConversation, { conversationId })
    },
    onSuccess: (_done, conversationId) => {
      const shown = useConversation.getState().conversationId
      if (shown !== null && (conversationId === null || conversationId === shown)) onOpen(null)
      return reload()
    },
    onError,
  })

  async function removeAfterQuestion(conversationId: string | null) {
    const isConfirmed = await confirmDialog({
      title: conversationId === null ? '删除全部对话' : '删除对话',
      text: '删除后无法恢复，已分享的链接同时失效',
      confirm: '删除',
      danger: true,
    })
    if (isConfirmed) remove.mutate(conversationId)
  }

  const rows = query.data?.pages.flatMap(({ list }) => list)
  return (
    <Sheet
      open={isOpen}
      onClose={onClose}
      title="历史对话"
      foot={
        rows !== undefined && rows.length > 0 ? (
          <Button trackId="assistant-delete-all" tone="line" block onClick={() => void removeAfterQuestion(null)}>
            删除全部
          </Button>
        ) : undefined
      }
    >
      {query.isError && <PageFailed reason={describeError(query.error)} compact onRetry={() => void query.refetch()} />}
      {rows === undefined && !query.isError && <Loading />}
      {rows?.length === 0 && <ListState art="nothing" title="暂无历史对话" text="对话保留 180 天" compact />}
      <ul>
        {rows?.map(({ conversationId, title, updatedAt, answers }) => (
          <li key={conversationId} className={styles.row}>
            {renamed === conversationId ? (
              <Rename
                conversationId={conversationId}
                title={title}
                onEnd={() => {
                  setRenamed(null)
                  void reload()
                }}
              />
            ) : (
              <>
                <button
                  track-id="assistant-conversation-row"
                  type="button"
                  className={styles.conversation}
                  onClick={() => {
                    onClose()
                    onOpen(conversationId)
                  }}
                >
                  <b>{title}</b>
                  <small>
                    {formatShanghaiDate(updatedAt)} · {answers} 个问题
                  </small>
                </button>
                <button
                  track-id="assistant-rename"
                  type="button"
                  className={styles.rowAction}
                  aria-label={`重命名 ${title}`}
                  onClick={() => setRenamed(conversationId)}
                >
                  <Icon name="edit" size={18} />
                </button>
                <button
                  track-id="delete"
                  type="button"
                  className={styles.rowAction}
                  aria-label={`删除 ${title}`}
                  onClick={() => void removeAfterQuestion(conversationId)}
                >
                  <Icon name="trash" size={18} />
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <p className={styles.more}>
          <Button
            trackId="assistant-history-more"
            tone="soft"
            size="sm"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            加载更多
          </Button>
        </p>
      )}
    </Sheet>
  )
}

function Rename({ conversationId, title, onEnd }: { conversationId: string; title: string; onEnd: () => void }) {
  const [text, setText] = useState(title)
  const { mutate, isPending } = useMutation({
    mutationFn: (wanted: string) => callApi(assistantRoutes.renameConversation, { conversationId, title: wanted }),
    onSuccess: onEnd,
    onError: (error) => showToast(describeError(error)),
  })
  return (
    <form
      className={styles.rename}
      onSubmit={(event) => {
        event.preventDefault()
        const wanted = text.trim()
        if (wanted === '' || wanted === title) onEnd()
        else mutate(wanted)
      }}
    >
      <input
        track-id="assistant-title"
        value={text}
        maxLength={TITLE_LENGTH}
        aria-label="对话名称"
        onChange={(event) => setText(event.target.value)}
      />
      <Button trackId="save" size="sm" type="submit" busy={isPending}>
        保存
      </Button>
    </form>
  )
}

function Loading() {
  return (
    <div className={styles.content} aria-busy="true">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} width={240} height={36} />
      ))}
    </div>
  )
}
