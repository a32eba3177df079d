import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AppearanceCell, LogoutCard, TrackingCell } from '../../domain/account/account-cells.tsx'
import { recentCompanies } from '../../domain/company/recent-companies.ts'
import { SettingCell } from '../../domain/page/setting-cell.tsx'
import { changeAppearance, useAppearance } from '../../platform/appearance/appearance.ts'
import { useCachedViews } from '../../platform/navigation/cached-views.ts'
import { forgetSavedRoute } from '../../platform/navigation/saved-route.ts'
import { useLeave } from '../../platform/navigation/use-leave.ts'
import type { UserInfo } from '../../platform/session/session-store.ts'
import { useTrackingSwitch } from '../../platform/tracking/tracking-decision.ts'
import { Card } from '../../ui/card.tsx'
import styles from './account.module.css'
import { AccountPage } from './account-page.tsx'
import { AlertCard } from './alert-card.tsx'
import { ApiKeyCard } from './api-key-card.tsx'
import { DeviceCard } from './device-card.tsx'

/** 账号设置: login methods, devices, appearance, cache, and logout. */
export function SettingsPage() {
  const trackingSwitch = useTrackingSwitch()
  const appearance = useAppearance()
  const leave = useLeave()
  // Keeps the user until the next page shows.
  const [leaving, setLeaving] = useState<UserInfo | null>(null)
  const leaveAs = async (user: UserInfo) => {
    setLeaving(user)
    await leave('/user')
  }
  return (
    <AccountPage title="账号设置" purpose="管理账号" leaving={leaving}>
      {(user) => (
        <>
          <Card label="登录">
            <SettingCell
              trackId="password"
              icon="lock"
              label="登录密码"
              value={user.loginMethods.includes('password') ? '修改' : '未设置'}
              to="/user/resetPassword"
            />
          </Card>
          <DeviceCard user={user} />
          <AlertCard />
          <ApiKeyCard />
          <Card label="显示与缓存">
            <AppearanceCell appearance={appearance} onChange={changeAppearance} />
            <ClearCacheCell />
          </Card>
          <Card label="统计">
            <TrackingCell {...trackingSwitch} />
          </Card>
          <Card label="注销">
            <SettingCell trackId="deactivation" icon="user" label="注销账户" to="/user/logout" />
          </Card>
          <LogoutCard onLogout={() => leaveAs(user)} />
        </>
      )}
    </AccountPage>
  )
}

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
function ClearCacheCell() {
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
