import { type AgreementType, agreementTypes } from '@baiqicha/contract/agreements'
import { AgreementVersion } from '../../domain/account/agreement-version.tsx'
import { PageFailed } from '../../domain/page/page-failed.tsx'
import plain from '../../domain/page/plain-page.module.css'
import { Link } from '../../lib/router/router.tsx'
import { useAgreementListQuery } from '../../platform/agreements/agreements-query.ts'
import { describeError } from '../../platform/api/messages.ts'
import { usePageLocation, usePageQuery } from '../../platform/navigation/page-location.tsx'
import { findPage } from '../../platform/navigation/pages.ts'
import { useGoBack } from '../../platform/navigation/use-go-back.ts'
import { BackBar } from '../../ui/back-bar.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import utility from '../../ui/utility.module.css'
import { AgreementReader } from './agreement-reader.tsx'
import styles from './agreements-page.module.css'

const paths: Readonly<Record<AgreementType, string>> = {
  user_protocol: '/user/user_protocol',
  privacy_policy: '/user/privacy_policy',
  membership: '/user/agreement?type=membership',
}

/** List of all agreements with version and effective date. */
function AgreementOverview() {
  const { data, error, refetch } = useAgreementListQuery()
  if (data === undefined && error !== null) {
    return (
      <div className={plain.plain}>
        <PageFailed reason={describeError(error)} onRetry={() => void refetch()} />
      </div>
    )
  }
  return (
    <div className={styles.page}>
      <Card>
        {data === undefined ? (
          <OverviewSkeleton />
        ) : (
          <ul>
            {data.list.map(({ type, title, version, effectiveDate, changeSummary }) => (
              <li key={type} className={styles.item}>
                <Link track-id="agreement" to={paths[type]} className={styles.row}>
                  <Icon name="doc" size={20} className={styles.icon} />
                  <span className={utility.grow}>
                    <span className={styles.title}>{title}</span>
                    <AgreementVersion version={version} effectiveDate={effectiveDate} />
                    {changeSummary !== null && <span className={styles.change}>{changeSummary}</span>}
                  </span>
                  <Icon name="right" size={16} className={styles.icon} />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <p className={styles.note}>协议更新后，将在下次使用时说明变化并征求同意。</p>
    </div>
  )
}

function OverviewSkeleton() {
  return (
    <div aria-busy="true">
      <output className={utility.spoken}>正在加载</output>
      {['1', '2', '3'].map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton width={20} height={20} />
          <div className={styles.lines}>
            <Skeleton width={140} height={15} />
            <Skeleton width={200} height={12} />
          </div>
        </div>
      ))}
    </div>
  )
}

const typeOfPath: Readonly<Record<string, AgreementType>> = {
  '/user/user_protocol': 'user_protocol',
  '/user/privacy_policy': 'privacy_policy',
}

/**
 * Pages /user/user_protocol and /user/privacy_policy show their agreement. /user/agreement shows the one that `type`
 * names, otherwise the list.
 */
export function AgreementsPage() {
  const { pathname } = usePageLocation()
  const requestedType = usePageQuery().get('type')
  const type = typeOfPath[pathname] ?? agreementTypes.find((known) => known === requestedType)
  const title = type === 'membership' ? '会员协议' : type === 'privacy_policy' ? '隐私政策' : findPage(pathname)?.title
  return (
    <>
      <BackBar title={title ?? ''} line onBack={useGoBack()} />
      {type === undefined ? <AgreementOverview /> : <AgreementReader key={type} type={type} />}
    </>
  )
}
