import { kindRow } from '@baiqicha/contract/records/kind-table'
import type { RecordDigest } from '@baiqicha/contract/records/record'
import { companyRecordRoutes } from '@baiqicha/contract/routes/company-records'
import { useQuery } from '@tanstack/react-query'
import { CompanyFailed } from '../../domain/company/company-failed.tsx'
import shared from '../../domain/page/shared.module.css'
import { recordPath } from '../../domain/record/record-paths.ts'
import recordValue from '../../domain/record/record-value.module.css'
import { classNames } from '../../lib/class-names.ts'
import { Link } from '../../lib/router/router.tsx'
import { callApi } from '../../platform/api/client.ts'
import { readFailure } from '../../platform/api/failure.ts'
import { useLoginPurpose } from '../../platform/navigation/login-purpose.ts'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CardHead } from '../../ui/card-head.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SourceChip } from '../../ui/source-chip.tsx'
import { Tag } from '../../ui/tag.tsx'
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

type Group = 'legalRisk' | 'businessRisk'

function useLatestRecordQuery(id: string, group: Group, isEnabled: boolean) {
  return useQuery({
    queryKey: ['latestRecord', id, group],
    queryFn: ({ signal }) => callApi(companyRecordRoutes.latestRecord, { id, group }, { signal, silent: true }),
    enabled: isEnabled,
  })
}

/** Newest record of a group; visitors see a login link instead. */
export function LatestRecord({ companyId, group }: { companyId: string; group: Group }) {
  const { isLoggedIn } = useSession()
  const { data, error, refetch } = useLatestRecordQuery(companyId, group, isLoggedIn)
  if (!isLoggedIn) return <VisitorCard title="最近一条" purpose="查看每条记录的内容" />
  if (data === null) return null
  return (
    <Card label="最近一条">
      <CardHead title="最近一条" aside={data?.publishedAt == null ? undefined : `${data.publishedAt} 发布`} />
      {data !== undefined && <Digest digest={data} companyId={companyId} />}
      {data === undefined && error !== null && (
        <CompanyFailed failure={readFailure(error)} onRetry={() => void refetch()} compact />
      )}
      {data === undefined && error === null && (
        <div className={shared.padded} aria-busy="true">
          <Skeleton width="100%" height={72} />
        </div>
      )}
    </Card>
  )
}

function Digest({ digest, companyId }: { digest: RecordDigest; companyId: string }) {
  const { recordKind, title, lines, source } = digest
  const kind = kindRow(recordKind)
  return (
    <div className={styles.digest}>
      <div className={styles.head}>
        <h3 className={styles.title}>
          <bdi>{title}</bdi>
        </h3>
        <Tag tone={kind.tone ?? 'info'}>{kind.title}</Tag>
      </div>
      <dl className={styles.lines}>
        {lines.map(({ label, value, tone }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={classNames(tone !== null && recordValue[tone])}>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.foot}>
        <SourceChip name={source.sourceName} url={source.sourceUrl} asOf={source.asOf} />
        <Link track-id="record-open" to={recordPath(digest, companyId)} className={styles.more}>
          {kind.hasDetail ? '详情' : '查看'}
          <Icon name="right" size={16} />
        </Link>
      </div>
    </div>
  )
}
