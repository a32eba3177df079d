import { useEffect } from 'react'
import { Link } from '../../lib/router/router.tsx'
import { messages } from '../../platform/api/messages.ts'
import { useIsVip, useSession } from '../../platform/session/session-store.ts'
import { useUserInfoQuery } from '../../platform/session/user-info-query.ts'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/tag.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './mine-page.module.css'

/** User: nickname, or the masked number. */
export function UserHead() {
  const { isLoggedIn, userInfo } = useSession()
  const isVip = useIsVip()
  const { isError } = useUserInfoQuery()

  useEffect(() => {
    if (isError) showToast(messages.userInfoFailed, { icon: 'alert' })
  }, [isError])

  const name = isLoggedIn ? (userInfo?.nickname ?? userInfo?.phoneMasked ?? '已登录') : '未登录'
  const isNamed = isLoggedIn && userInfo?.nickname != null
  return (
    <header className={styles.head}>
      <span className={styles.avatar}>
        <Icon name="user" size={28} />
      </span>
      <div className={styles.identity}>
        <h2 className={styles.name}>
          <bdi>{name}</bdi>
          {isVip && <Tag tone="vip">会员</Tag>}
        </h2>
        <p className={styles.caption}>
          {isNamed ? userInfo?.phoneMasked : isLoggedIn ? '百企查用户' : '查企业 · 看风险 · 知来源'}
        </p>
      </div>
      {isLoggedIn && (
        <Link track-id="profile" to="/user/info" className={styles.manage}>
          信息管理
          <Icon name="right" size={16} />
        </Link>
      )}
    </header>
  )
}
