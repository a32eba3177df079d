import { useEffect } from 'react'
import { openGiftModal } from '../../domain/gift/gift-store.ts'
import { SettingCell } from '../../domain/page/setting-cell.tsx'
import { messages } from '../../platform/api/messages.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { useUserInfoQuery } from '../../platform/session/user-info-query.ts'
import { BackBar } from '../../ui/back-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { showToast } from '../../ui/toast.tsx'
import { BenefitTable } from './benefit-table.tsx'
import styles from './members-page.module.css'
import { StatusCard } from './status-card.tsx'

/** 会员中心: membership status, benefits, and the gift while it is unclaimed. */
export function MembersPage() {
  const { userInfo } = useSession()
  const { isError } = useUserInfoQuery()
  const isStale = isError && userInfo !== null

  useEffect(() => {
    if (isStale) showToast(messages.userInfoFailed, { icon: 'alert' })
  }, [isStale])

  return (
    <>
      <BackBar title="会员中心" onBack={useGoBack()} />
      <div className={styles.page}>
        <StatusCard />
        <BenefitTable />
        <Card as="nav" label="关于会员">
          <SettingCell trackId="members-introduction" icon="crown" label="会员介绍" to="/user/membersIntroduction" />
          <SettingCell
            trackId="membership-agreement"
            icon="doc"
            label="会员协议"
            to="/user/agreement?type=membership"
          />
        </Card>
      </div>
      <GiftEntry />
    </>
  )
}

function GiftEntry() {
  const { isLoggedIn, userInfo } = useSession()
  const requireLogin = useRequireLogin()
  if (isLoggedIn && userInfo?.canClaimGift !== true) return null
  return (
    <div className={styles.foot}>
      {isLoggedIn ? (
        <Button trackId="gift-open" tone="gold" block onClick={() => openGiftModal({ source: 'members' })}>
          免费领取两年会员
        </Button>
      ) : (
        <Button trackId="login" tone="gold" block onClick={() => void requireLogin()}>
          登录后领取
        </Button>
      )}
    </div>
  )
}
