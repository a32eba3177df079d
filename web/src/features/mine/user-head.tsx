import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { messages } from '../../platform/api/messages.ts'
import { reloadUserInfo } from '../../platform/session/session-actions.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './mine-page.module.css'

/** Who is logged in: nickname, or the account's masked number. */
export function UserHead() {
  const { isLoggedIn, userInfo } = useSession()
  const { isError } = useQuery({ queryKey: ['userDetail'], queryFn: reloadUserInfo, enabled: isLoggedIn })

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
      <div>
        <h2 className={styles.name}>{name}</h2>
        <p className={styles.caption}>
          {isNamed ? userInfo?.phoneMasked : isLoggedIn ? '百企查用户' : '查企业，看来源，知风险'}
        </p>
      </div>
    </header>
  )
}
