import { useState } from 'react'
import { companyListEnd } from '../../domain/company/company-list-end.ts'
import { CompanyRow } from '../../domain/company/company-row.tsx'
import { CompanyRowList } from '../../domain/company/company-row-list.tsx'
import { findNamesakes } from '../../domain/company/company-row-namesakes.ts'
import { CompanyRowSkeleton } from '../../domain/company/company-row-skeleton.tsx'
import { ListFailed } from '../../domain/page/list-failed.tsx'
import plain from '../../domain/page/plain-page.module.css'
import { useNavigate } from '../../lib/router/router.tsx'
import { describeError } from '../../platform/api/messages.ts'
import { usePageLocation, usePageQuery } from '../../platform/navigation/page-location.tsx'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { BackBar } from '../../ui/back-bar.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import utility from '../../ui/utility.module.css'
import styles from './company-list-page.module.css'
import { useLatestQuery } from './company-list-queries.ts'
import { RecentList } from './recent-list.tsx'

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
      <BackBar
        title={tab === 'recent' ? tabs[1].label : '企业榜单'}
        onBack={useGoBack()}
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
      <div className={styles.tabs}>
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
      <div id="company-list" role="tabpanel" aria-label={label} className={plain.plain}>
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
  const query = useLatestQuery(true)
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
