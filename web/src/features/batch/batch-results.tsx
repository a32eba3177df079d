import { type BatchFormat, type BatchJob, type BatchView, batchViews } from '@baiqicha/contract/batch'
import { batchRoutes } from '@baiqicha/contract/routes/batch'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ListFailed, PageFailed } from '../../domain/page/page-failed.tsx'
import shared from '../../domain/page/shared.module.css'
import { useNavigate } from '../../lib/router/router.tsx'
import { datedFileName, saveFile } from '../../lib/save-file.ts'
import { describeError, rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { readFailure } from '../../platform/api/failure.ts'
import { useMemberOffer } from '../../platform/membership/use-member-offer.ts'
import { useIsVip } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { DemoStrip, InfoNote } from '../../ui/info-note.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { LongList } from '../../ui/long-list.tsx'
import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { showToast } from '../../ui/toast.tsx'
import { batchKey, downloadBatch, useBatchQuery, useBatchRowsQuery } from './batch-calls.ts'
import styles from './batch-page.module.css'
import { BatchResultRow, JoinedPhrases } from './batch-row.tsx'
import { batchEndNote, batchSize, batchTimes, batchTitle } from './messages.ts'

/** `id`: the list whose results are shown; null: a new list. */
export type BatchParams = { id: string | null; view: BatchView }

export function readBatchParams(query: URLSearchParams): BatchParams {
  const id = query.get('id') ?? ''
  return { id: id === '' ? null : id, view: batchViews.find((view) => view === query.get('view')) ?? 'all' }
}

export function batchPath({ id, view = 'all' }: { id: string; view?: BatchView }): string {
  return `/batch?${new URLSearchParams({ id, ...(view !== 'all' && { view }) }).toString()}`
}

const rowSkeleton = [
  [
    ['60%', 15],
    ['80%', 12],
    ['70%', 12],
  ],
  [
    ['50%', 15],
    ['80%', 12],
  ],
  [
    ['60%', 15],
    ['80%', 12],
    ['70%', 12],
  ],
] as const

type Props = { id: string; view: BatchView; visit: string }

/** A list: its progress, then its rows. */
export function BatchResults({ id, view, visit }: Props) {
  const { data: job, error, refetch } = useBatchQuery(id)
  if (job === undefined) {
    const failure = readFailure(error)
    if (failure === null) return <SkeletonGroups groups={rowSkeleton} className={styles.loading} />
    if (failure.type !== 'missing') return <ListFailed reason={failure.reason} onRetry={() => void refetch()} />
    return (
      <div className={styles.panel}>
        <ListState art="nothing" title="未找到这份名单" text="可能已删除，或已超过保留期" />
      </div>
    )
  }
  return (
    <>
      <Head job={job} />
      {job.state === 'running' ? <Progress job={job} /> : <Rows job={job} view={view} visit={visit} />}
    </>
  )
}

function Head({ job }: { job: BatchJob }) {
  return (
    <section className={styles.head} aria-label="名单">
      <p className={styles.title}>
        <bdi className={styles.listName}>{batchTitle(job)}</bdi>
        <span className={styles.caption}>{batchSize(job)}</span>
      </p>
      <p className={styles.caption}>
        <JoinedPhrases phrases={batchTimes(job)} />
      </p>
    </section>
  )
}

/** Sends a call that changes a list; shows why it failed. */
function useBatchAct(id: string) {
  const queries = useQueryClient()
  return async (act: () => Promise<unknown>): Promise<boolean> => {
    try {
      await act()
      return true
    } catch (error) {
      const rejection = rejectionOf(error)
      // The API client has shown every other error.
      if (rejection !== null) showToast(rejection.message, { icon: 'alert' })
      return false
    } finally {
      await queries.invalidateQueries({ queryKey: batchKey(id) })
    }
  }
}

function Progress({ job }: { job: BatchJob }) {
  const act = useBatchAct(job.id)
  return (
    <section className={styles.progress} aria-label="进度">
      <p aria-live="polite">
        正在查询 <b>{job.done}</b> / {job.total} 行
      </p>
      <progress value={job.done} max={job.total} aria-label="查询进度" />
      <p className={styles.caption}>可离开本页，查询会继续。</p>
      <Button
        trackId="batch-stop"
        tone="line"
        onClick={() => void act(() => callApi(batchRoutes.cancelBatch, { id: job.id }))}
      >
        停止查询
      </Button>
    </section>
  )
}

function tabsOf({ total, counts }: BatchJob) {
  return [
    { key: 'all', label: '全部', count: total },
    { key: 'matched', label: '唯一匹配', count: counts.matched },
    { key: 'open', label: '待选择', count: counts.open },
    ...(counts.chosen > 0 ? [{ key: 'chosen', label: '已选择', count: counts.chosen } as const] : []),
    { key: 'missing', label: '未收录', count: counts.missing },
    { key: 'invalid', label: '无效', count: counts.invalid },
  ] as const
}

function Rows({ job, view, visit }: { job: BatchJob; view: BatchView; visit: string }) {
  const navigate = useNavigate()
  const query = useBatchRowsQuery(job, view)
  const act = useBatchAct(job.id)
  const note = batchEndNote(job)
  const rows = query.data?.pages.flatMap(({ list }) => list) ?? []
  const isDemo = rows.some(
    ({ company, candidates }) => company?.isDemo === true || candidates.some((one) => one.isDemo),
  )
  const choose = (number: number, companyId: string | null) =>
    act(() => callApi(batchRoutes.chooseBatch, { id: job.id, number, companyId }))
  const remove = async () => {
    if (
      !(await confirmDialog({ title: '删除这份名单？', text: '名单与结果将立即删除', confirm: '删除', danger: true }))
    )
      return
    if (await act(() => callApi(batchRoutes.deleteBatch, { id: job.id }))) void navigate('/batch', { replace: true })
  }
  return (
    <>
      <div className={shared.stickyTabs}>
        <Tabs
          trackId="batch-view"
          items={tabsOf(job)}
          value={view}
          onChange={(next) => void navigate(batchPath({ id: job.id, view: next }), { replace: true })}
          label="结果"
          panelId="batch-panel"
          line
        />
      </div>
      {isDemo && <DemoStrip text="演示数据：名称含“演示”的企业及其风险为虚构" />}
      <div id="batch-panel" role="tabpanel" aria-label="结果" className={styles.panel}>
        {note !== null && (
          <div className={styles.ended}>
            <InfoNote tone="amber">{note}</InfoNote>
          </div>
        )}
        {query.data === undefined && query.error === null && (
          <SkeletonGroups groups={rowSkeleton} className={styles.loading} />
        )}
        {query.data === undefined && query.error !== null && (
          <PageFailed reason={describeError(query.error)} onRetry={() => void query.refetch()} />
        )}
        {query.data !== undefined && rows.length === 0 && <ListState art="none" title="没有这类结果" compact />}
        {rows.length > 0 && (
          <LongList
            visit={`${visit} ${view}`}
            rows={rows}
            paging={query}
            endText={`共 ${rows.length} 行`}
            foot={
              <p className={styles.remove}>
                <Chip trackId="delete" onClick={() => void remove()}>
                  删除名单
                </Chip>
              </p>
            }
          >
            {(row) => <BatchResultRow key={row.number} row={row} onChoose={choose} />}
          </LongList>
        )}
      </div>
      <Files job={job} />
    </>
  )
}

/** The files of a member; others learn who has them. */
function Files({ job }: { job: BatchJob }) {
  const isVip = useIsVip()
  const offer = useMemberOffer('batch')
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (format: BatchFormat) => downloadBatch(job.id, format),
    onSuccess: (file, format) => saveFile(datedFileName('批量查询', format), file),
    onError: (error) => showToast(describeError(error), { icon: 'alert' }),
  })
  const busy = isPending ? variables : null
  if (!isVip) {
    return (
      <div className={styles.files}>
        <p className={styles.caption}>会员可下载 CSV 与 XLSX</p>
        <Button trackId="members" size="sm" onClick={offer.open}>
          {offer.label}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.files}>
      <Button trackId="batch-csv" tone="line" busy={busy === 'csv'} onClick={() => mutate('csv')}>
        CSV
      </Button>
      <Button trackId="batch-xlsx" className={styles.wide} busy={busy === 'xlsx'} onClick={() => mutate('xlsx')}>
        {busy === 'xlsx' ? '正在生成' : '下载 XLSX'}
      </Button>
    </div>
  )
}
