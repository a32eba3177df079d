import { useState } from 'react'
import { AppearanceCell } from '../../domain/account/appearance-cell.tsx'
import { LogoutCard } from '../../domain/account/logout-card.tsx'
import { TrackingCell } from '../../domain/account/tracking-cell.tsx'
import { SettingCell } from '../../domain/page/setting-cell.tsx'
import { changeAppearance, useAppearance } from '../../platform/appearance/appearance.ts'
import { useLeave } from '../../platform/navigation/use-leave.ts'
import type { UserInfo } from '../../platform/session/session-store.ts'
import { useTrackingSwitch } from '../../platform/tracking/use-tracking-switch.ts'
import { Card } from '../../ui/card.tsx'
import { AccountPage } from './account-page.tsx'
import { ClearCacheCell } from './clear-cache-cell.tsx'
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
