import { BATCH_BYTES, BATCH_DAYS, BATCH_ROWS, type BatchAllowance, type BatchJob } from '@baiqicha/contract/batch'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { ListFailed } from '../../domain/page/page-failed.tsx'
import shared from '../../domain/page/shared.module.css'
import { formatNumber } from '../../lib/format.ts'
import { Link, useNavigate } from '../../lib/router/router.tsx'
import { describeError } from '../../platform/api/api-error.ts'
import { PageBar, usePageLocation, usePageQuery } from '../../platform/navigation/page.tsx'
import { PageLoginPrompt } from '../../platform/navigation/page-frame.tsx'
import { useSession } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { sendList, useBatchListQuery } from './batch-calls.ts'
import styles from './batch-page.module.css'
import { BatchResults, batchPath, readBatchParams } from './batch-results.tsx'
import { JoinedPhrases } from './batch-row.tsx'
import { batchSize, batchTimes, batchTitle } from './messages.ts'

const rowsOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '').length

const allowanceText = ({ rowsLeft, listsLeft }: BatchAllowance) =>
  listsLeft === null
    ? `今日还可查询 ${formatNumber(rowsLeft)} 行；会员每份 ${formatNumber(BATCH_ROWS)} 行，可下载表格`
    : `今日还可提交 ${listsLeft} 份，每份最多 ${formatNumber(BATCH_ROWS)} 行`

/** A form for a list, and the lists of the last days. */
function BatchStart() {
  const { data, error, refetch } = useBatchListQuery()
  if (data === undefined)
    return error === null ? (
      <SkeletonGroups
        groups={[
          [
            [120, 15],
            ['100%', 140, 8],
            ['100%', 44, 8],
          ],
        ]}
        className={styles.loading}
      />
    ) : (
      <ListFailed reason={describeError(error)} onRetry={() => void refetch()} />
    )
  return (
    <>
      <NewList allowance={data.allowance} />
      <RecentLists list={data.list} />
    </>
  )
}

function NewList({ allowance }: { allowance: BatchAllowance }) {
  const navigate = useNavigate()
  const picker = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ content, listName }: { content: Blob; listName: string | null }) => sendList(content, listName),
    onSuccess: ({ id }) => void navigate(batchPath({ id })),
    onError: (failure) => setError(describeError(failure)),
  })

  function send(content: Blob, listName: string | null) {
    if (content.size > BATCH_BYTES) return setError('名单不能超过 2 MB')
    setError(undefined)
    mutate({ content, listName })
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (rowsOf(text) === 0) setError('请粘贴名单，或上传文件')
    else send(new Blob([text], { type: 'text/plain' }), null)
  }

  const pick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // The same file can be picked again.
    target.value = ''
    if (file !== undefined) send(file, file.name)
  }

  return (
    <Card label="新的名单" className={styles.form}>
      <form noValidate onSubmit={submit}>
        <TextArea
          label="企业名称或代码"
          hint="每行一个"
          unit="行"
          rows={7}
          value={text}
          limit={BATCH_ROWS}
          count={rowsOf}
          placeholder={'比亚迪股份有限公司\n91440300192317458F'}
          error={error}
          onChange={(next) => {
            setText(next)
            setError(undefined)
          }}
        />
        <p className={shared.noteBelow}>{allowanceText(allowance)}</p>
        <div className={styles.actions}>
          <Button trackId="batch-file" tone="line" busy={isPending} onClick={() => picker.current?.click()}>
            上传文件
          </Button>
          <Button trackId="batch-submit" type="submit" busy={isPending}>
            {isPending ? '正在提交' : '开始查询'}
          </Button>
        </div>
        <input ref={picker} type="file" hidden accept=".txt,.csv,.tsv,.xlsx" aria-label="名单文件" onChange={pick} />
      </form>
      <p className={shared.noteBelow}>支持 TXT、CSV、XLSX，不超过 2 MB。名单仅您可见，{BATCH_DAYS} 天后自动删除。</p>
    </Card>
  )
}

function RecentLists({ list }: { list: readonly BatchJob[] }) {
  if (list.length === 0) return null
  return (
    <Card label="最近的名单">
      <h2 className={styles.heading}>最近的名单</h2>
      <ul>
        {list.map((job) => (
          <li key={job.id} className={styles.recent}>
            <Link track-id="batch-row" to={batchPath({ id: job.id })}>
              <span>
                <bdi className={styles.recentName}>{batchTitle(job)}</bdi>
                <span className={styles.caption}>
                  {job.state === 'running' ? (
                    `正在查询 ${job.done}/${job.total}`
                  ) : (
                    <JoinedPhrases phrases={batchTimes(job)} />
                  )}
                </span>
              </span>
              <span className={styles.caption}>{batchSize(job)}</span>
              <Icon name="right" size={16} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** `/batch?id&view`: a list of names and codes to look up, or the results of one. */
export function BatchPage() {
  const { isLoggedIn } = useSession()
  const { key: visit } = usePageLocation()
  const { id, view } = readBatchParams(usePageQuery())
  const again = (
    <Link track-id="batch-again" to="/batch" className={styles.again}>
      重新上传
    </Link>
  )
  return (
    <>
      <PageBar title="批量查询" right={isLoggedIn && id !== null ? again : undefined} />
      {!isLoggedIn && (
        <div className={shared.plain}>
          <PageLoginPrompt purpose="批量查询" />
        </div>
      )}
      {isLoggedIn && id === null && <BatchStart />}
      {isLoggedIn && id !== null && <BatchResults key={id} id={id} view={view} visit={visit} />}
    </>
  )
}
