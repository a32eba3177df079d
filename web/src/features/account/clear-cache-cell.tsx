import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { recentCompanies } from '../../domain/company/recent-companies.ts'
import { SettingCell } from '../../domain/page/setting-cell.tsx'
import { useCachedViews } from '../../platform/navigation/cached-views.ts'
import { forgetSavedRoute } from '../../platform/navigation/saved-route.ts'
import styles from './settings.module.css'

/**
 * Clears cached pages, lists and offline companies, not the session or the appearance. Returns the message for the
 * user.
 */
function clearCaches(queryClient: QueryClient): string {
  const companies = recentCompanies.listSummaries().length
  recentCompanies.clear()
  useCachedViews.getState().clear()
  forgetSavedRoute()
  queryClient.removeQueries({ type: 'inactive' })
  void queryClient.invalidateQueries()
  const offline = companies === 0 ? '' : `、可离线查看的 ${companies} 家企业`
  return `已清除：打开过的页面与列表${offline}。登录状态和显示设置未变。`
}

/** Clears the caches and shows below what was cleared. */
export function ClearCacheCell() {
  const queryClient = useQueryClient()
  const [cleared, setCleared] = useState('')
  return (
    <>
      <SettingCell
        trackId="cache-clear"
        icon="trash"
        label="清除缓存"
        onOpen={() => setCleared(clearCaches(queryClient))}
      />
      <output className={styles.cleared}>{cleared}</output>
    </>
  )
}
