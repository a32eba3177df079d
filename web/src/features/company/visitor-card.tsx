import { useLoginPurpose } from '../../platform/navigation/login-purpose.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CardHead } from '../../ui/card-head.tsx'
import styles from './company-page.module.css'

type Props = { title: string; aside?: string; purpose: string }

/** Takes the place of a card whose content needs a session. */
export function VisitorCard({ title, aside, purpose }: Props) {
  const requireLogin = useRequireLogin()
  const saveLoginPurpose = useLoginPurpose()
  function logIn() {
    saveLoginPurpose(purpose)
    requireLogin()
  }
  return (
    <Card label={title}>
      <CardHead title={title} aside={aside} />
      <div className={styles.visitor}>
        <p>登录后可{purpose}</p>
        <Button trackId="login" size="sm" onClick={logIn}>
          登录/注册
        </Button>
      </div>
    </Card>
  )
}
