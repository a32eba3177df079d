import type { AgreementList } from '@baiqicha/contract/agreements'
import { resultCode } from '@baiqicha/contract/result-codes'
import { accountRoutes } from '@baiqicha/contract/routes/account'
import { useState } from 'react'
import { AgreementVersion } from '../../domain/account/agreement-version.tsx'
import shared from '../../domain/page/shared.module.css'
import { Link } from '../../lib/router/router.tsx'
import { messages, rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { openWithoutConsent, useAgreementListQuery } from '../../platform/content/content-queries.ts'
import { HOME_PATH, type Page } from '../../platform/navigation/pages.ts'
import { useLeave } from '../../platform/navigation/use-leave.ts'
import { reloadUserInfo } from '../../platform/session/session-actions.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { agreeWithPrivacyPolicy } from '../../platform/tracking/tracking-decision.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { showToast } from '../../ui/toast.tsx'
import utility from '../../ui/utility.module.css'
import styles from './consent-sheet.module.css'

/** Pages of the agreements; 会员协议 is accepted with the membership. */
const paths = {
  user_protocol: '/user/user_protocol',
  privacy_policy: '/user/privacy_policy',
  membership: null,
} as const

/** Requests consent to the agreements in force, but not while the user reads them. */
export function ConsentSheet({ inForce, page }: { inForce: AgreementList; page: Page | undefined }) {
  const [busyWith, setBusyWith] = useState<'agree' | 'leave' | null>(null)
  const { refetch } = useAgreementListQuery()
  const { userInfo } = useSession()
  const leave = useLeave()
  const isFirst = userInfo?.agreementVersion == null

  const agree = async () => {
    try {
      await callApi(accountRoutes.agree, { agreementVersion: inForce.agreementVersion })
      agreeWithPrivacyPolicy()
    } catch (error) {
      const rejection = rejectionOf(error)
      // The API client has shown every other error.
      if (rejection !== null) showToast(rejection.message, { icon: 'alert' })
      if (rejection?.code === resultCode.agreementOutdated) await refetch()
      return
    }
    await reloadUserInfo().catch(() => showToast(messages.userInfoFailed, { icon: 'alert' }))
  }
  const run = async (kind: 'agree' | 'leave', act: () => Promise<void>) => {
    if (busyWith !== null) return
    setBusyWith(kind)
    await act()
    setBusyWith(null)
  }

  return (
    <Sheet
      open={!openWithoutConsent.includes(page)}
      onClose={() => {}}
      mustAnswer
      title={isFirst ? '请阅读并同意' : '协议已更新'}
      foot={
        <>
          <Button
            trackId="consent-refuse"
            tone="line"
            busy={busyWith === 'leave'}
            onClick={() => void run('leave', () => leave(HOME_PATH))}
          >
            不同意并退出
          </Button>
          <Button trackId="consent-agree" busy={busyWith === 'agree'} onClick={() => void run('agree', agree)}>
            同意并继续
          </Button>
        </>
      }
    >
      <div className={shared.padded}>
        <p className={styles.lead}>
          {isFirst ? '您已登录。使用前，请阅读并同意以下协议：' : '继续使用前，请阅读并同意更新后的协议：'}
        </p>
        <ul className={styles.list}>
          {inForce.list.map(({ type, title, version, effectiveDate, changeSummary }) => {
            const path = paths[type]
            if (path === null) return null
            return (
              <li key={type} className={styles.item}>
                <Link track-id="agreement" to={path} className={styles.row}>
                  <span className={utility.grow}>
                    <span className={styles.title}>{title}</span>
                    <AgreementVersion version={version} effectiveDate={effectiveDate} />
                    {!isFirst && changeSummary !== null && (
                      <span className={styles.change}>更新内容：{changeSummary}</span>
                    )}
                  </span>
                  <Icon name="right" size={16} className={shared.quiet} />
                </Link>
              </li>
            )
          })}
        </ul>
        <p className={styles.other}>
          不再使用？可以
          <Link track-id="deactivation" to="/user/logout" className={styles.link}>
            注销账户
          </Link>
          。
        </p>
      </div>
    </Sheet>
  )
}
