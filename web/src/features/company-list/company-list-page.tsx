import type { CompanySummary, ViewedCompany } from '@baiqicha/contract/company-summary'
import { PAGE_LIMIT, PAGE_SIZE_LIMIT } from '@baiqicha/contract/envelope'
import { historyRoutes } from '@baiqicha/contract/routes/history'
import { homeRoutes } from '@baiqicha/contract/routes/home'
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CompanyRowList, companyListEnd } from '../../domain/company/company-hit-row.tsx'
import { CompanyRow, CompanyRowSkeleton, findNamesakes } from '../../domain/company/company-row.tsx'
import { ListFailed } from '../../domain/page/page-failed.tsx'
import shared from '../../domain/page/shared.module.css'
import { formatDate } from '../../lib/format.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { describeError } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { PageBar, usePageLocation, usePageQuery } from '../../platform/navigation/page.tsx'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import utility from '../../ui/utility.module.css'
import styles from './company-list-page.module.css'

const RECENT_KEY = ['recentBrowseDetail'] as const

/** The lists have no total: a page less than half full is the last. A full one may lack rows that cannot be read. */
const nextPage = (last: readonly unknown[], pages: readonly unknown[]) =>
  last.length * 2 >= PAGE_SIZE_LIMIT && pages.length < PAGE_LIMIT ? pages.length + 1 : undefined

/** 最新注册企业: newest founding date first. */
export function useLatestQuery() {
  return useInfiniteQuery({
    queryKey: ['recentRegisterDetail'],
    queryFn: ({ pageParam, signal }): Promise<CompanySummary[]> =>
      callApi(homeRoutes.recentRegisterDetail, { page: pageParam, pageSize: PAGE_SIZE_LIMIT }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  })
}

/** 最近浏览 of the user, newest first. */
export function useRecentQuery(isEnabled: boolean) {
  return useInfiniteQuery({
    queryKey: RECENT_KEY,
    queryFn: ({ pageParam, signal }) =>
      callApi(historyRoutes.recentBrowseDetail, { page: pageParam, pageSize: PAGE_SIZE_LIMIT }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    enabled: isEnabled,
    staleTime: 0,
  })
}

type RecentData = InfiniteData<ViewedCompany[], number>

/** Deletes one company from 最近浏览. The row disappears when the server has confirmed. */
export function useDeleteView() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (companyId: string) => callApi(historyRoutes.deleteViewHistory, { companyId }),
    onSuccess: async (_done, companyId) => {
      client.setQueryData<RecentData>(RECENT_KEY, (data) =>
        data === undefined
          ? data
          : { ...data, pages: data.pages.map((page) => page.filter((company) => company.id !== companyId)) },
      )
      // The deletion moves the later rows up by one, so that all pages must be reloaded.
      await client.invalidateQueries({ queryKey: RECENT_KEY })
      await client.invalidateQueries({ queryKey: ['recentBrowseList'] })
    },
  })
}

export function useDeleteAllViews() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callApi(historyRoutes.deleteAllViewHistory, {}),
    onSuccess: () => {
      client.setQueryData<RecentData>(RECENT_KEY, { pages: [[]], pageParams: [1] })
      client.setQueryData(['recentBrowseList'], [])
    },
  })
}

type Props = {
  isEditing: boolean
  /** Reports whether there are rows to edit. */
  onEditable: (isEditable: boolean) => void
  onDone: () => void
}

function RecentList({ isEditing, onEditable, onDone }: Props) {
  const { isLoggedIn } = useSession()
  const navigate = useNavigate()
  const requireLogin = useRequireLogin()
  const query = useRecentQuery(isLoggedIn)
  const { key: visit } = usePageLocation()
  const deleteView = useDeleteView()
  const rows = query.data?.pages.flat() ?? []
  const isEditable = isLoggedIn && rows.length > 0
  useEffect(() => onEditable(isEditable), [isEditable, onEditable])

  if (!isLoggedIn) {
    return (
      <ListState art="none" title="登录后查看最近浏览">
        <Button trackId="login" onClick={() => void requireLogin()}>
          登录/注册
        </Button>
      </ListState>
    )
  }
  if (query.isError && !query.isFetchNextPageError) {
    return <ListFailed reason={describeError(query.error)} onRetry={() => void query.refetch()} />
  }
  if (query.data === undefined) return <CompanyRowSkeleton variant="compact" />
  if (rows.length === 0) {
    return (
      <ListState art="none" title="暂无浏览记录" text="最多保留最近浏览的 200 家企业">
        <Button trackId="search-open" onClick={() => void navigate('/search')}>
          去搜索
        </Button>
      </ListState>
    )
  }
  const namesakes = findNamesakes(rows)
  return (
    <>
      {isEditing && <ClearLine onDone={onDone} />}
      <CompanyRowList visit={visit} rows={rows} paging={query} endText={companyListEnd(rows.length)}>
        {(company) => (
          <div key={company.id} className={styles.row}>
            <div className={utility.grow}>
              <CompanyRow
                company={company}
                variant="compact"
                isNamesake={namesakes.has(company.id)}
                note={`${formatDate(company.viewedAt)} 浏览`}
              />
            </div>
            {isEditing && (
              <button
                track-id="delete"
                data-track-label="删除"
                type="button"
                className={styles.delete}
                aria-label={`删除${company.name}`}
                disabled={deleteView.isPending}
                onClick={() => deleteView.mutate(company.id)}
              >
                <Icon name="trash" size={18} />
              </button>
            )}
          </div>
        )}
      </CompanyRowList>
    </>
  )
}

function ClearLine({ onDone }: { onDone: () => void }) {
  const deleteAllViews = useDeleteAllViews()
  async function clear() {
    const isSure = await confirmDialog({
      title: '清空浏览记录？',
      text: '将删除全部浏览记录，不可恢复',
      confirm: '清空',
      danger: true,
    })
    if (isSure) deleteAllViews.mutate(undefined, { onSuccess: onDone })
  }
  return (
    <div className={styles.clear}>
      <button track-id="history-clear" type="button" onClick={() => void clear()}>
        <Icon name="trash" size={16} />
        清空全部
      </button>
    </div>
  )
}

const tabs = [
  { key: 'latest', label: '最新注册企业' },
  { key: 'recent', label: '最近浏览' },
] as const
type ListTab = (typeof tabs)[number]['key']

/** `/companyList?tab`: the rankings of Home in full. An unknown tab selects the first. */
export function CompanyListPage() {
  const tab: ListTab = usePageQuery().get('tab') === 'recent' ? 'recent' : 'latest'
  const label = tabs.find(({ key }) => key === tab)?.label
  const navigate = useNavigate()
  const [isEditing, setIsEditing] = useState(false)
  const [canEdit, setCanEdit] = useState(false)

  function choose(next: ListTab) {
    setIsEditing(false)
    void navigate(`/companyList?${new URLSearchParams({ tab: next }).toString()}`, { replace: true })
  }

  return (
    <>
      <PageBar
        title={tab === 'recent' ? tabs[1].label : '企业榜单'}
        right={
          tab === 'recent' &&
          canEdit && (
            <button
              track-id="list-edit"
              type="button"
              className={styles.edit}
              aria-pressed={isEditing}
              onClick={() => setIsEditing(!isEditing)}
            >
              {isEditing ? '完成' : '管理'}
            </button>
          )
        }
      />
      <div className={shared.stickyTabs}>
        <Tabs
          trackId="ranking-tab"
          items={tabs}
          value={tab}
          onChange={choose}
          label="榜单"
          panelId="company-list"
          fill
          line
        />
      </div>
      <div id="company-list" role="tabpanel" aria-label={label} className={shared.plain}>
        <h2 className={utility.spoken}>{label}</h2>
        {tab === 'recent' ? (
          <RecentList isEditing={isEditing} onEditable={setCanEdit} onDone={() => setIsEditing(false)} />
        ) : (
          <LatestList />
        )}
      </div>
    </>
  )
}

function LatestList() {
  const query = useLatestQuery()
  const { key: visit } = usePageLocation()
  if (query.isError && !query.isFetchNextPageError) {
    return <ListFailed reason={describeError(query.error)} onRetry={() => void query.refetch()} />
  }
  if (query.data === undefined) return <CompanyRowSkeleton variant="compact" />
  const rows = query.data.pages.flat()
  if (rows.length === 0) return <ListState art="none" title="暂无新注册企业" text="已接入来源暂未收录企业" />
  const namesakes = findNamesakes(rows)
  return (
    <CompanyRowList visit={visit} rows={rows} paging={query} endText={companyListEnd(rows.length)}>
      {(company, index) => (
        <CompanyRow
          key={company.id}
          company={company}
          variant="compact"
          rank={index + 1}
          isNamesake={namesakes.has(company.id)}
        />
      )}
    </CompanyRowList>
  )
}
