import shared from '../../domain/page/shared.module.css'
import { useNavigate } from '../../lib/router/router.tsx'
import { PageBar, usePageLocation } from '../../platform/navigation/page.tsx'
import { PageLoginPrompt } from '../../platform/navigation/page-frame.tsx'
import { useSession } from '../../platform/session/session-store.ts'
import { Tabs } from '../../ui/tabs.tsx'
import utility from '../../ui/utility.module.css'
import { ChangeList } from './change-list.tsx'
import { CompanyList } from './company-list.tsx'
import { followPath, readFollowParams } from './follow-params.ts'

const tabs = [
  { key: 'companies', label: '企业' },
  { key: 'changes', label: '动态' },
] as const

/** `/user/follow?tab&group&companyId&kind`: companies that the user follows, and their changes. */
export function FollowPage() {
  const { search, key: visit } = usePageLocation()
  const navigate = useNavigate()
  const { isLoggedIn } = useSession()
  const params = readFollowParams(search)
  const label = tabs.find(({ key }) => key === params.tab)?.label

  return (
    <>
      <PageBar title="我的关注" line={!isLoggedIn} />
      {isLoggedIn ? (
        <>
          <div className={shared.stickyTabs}>
            <Tabs
              trackId="follow-tab"
              items={tabs}
              value={params.tab}
              onChange={(tab) => void navigate(followPath({ tab }), { replace: true })}
              label="我的关注"
              panelId="follow-panel"
              fill
              line
            />
          </div>
          <div id="follow-panel" role="tabpanel" aria-label={label} className={shared.plain}>
            <h2 className={utility.spoken}>{label}</h2>
            {params.tab === 'changes' ? (
              <ChangeList params={params} visit={visit} />
            ) : (
              <CompanyList group={params.group} />
            )}
          </div>
        </>
      ) : (
        <PageLoginPrompt purpose="关注企业" />
      )}
    </>
  )
}
