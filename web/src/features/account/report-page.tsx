import type { CompanyReport } from '@baiqicha/contract/report'
import { companyReportRoutes, REPORT_FILE_PATH } from '@baiqicha/contract/routes/report'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CompanyLink } from '../../domain/company/company-link.tsx'
import { ListFailed } from '../../domain/page/page-failed.tsx'
import shared from '../../domain/page/shared.module.css'
import { formatShanghaiMinute } from '../../lib/days.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { describeError } from '../../platform/api/api-error.ts'
import { apiQuery } from '../../platform/api/client.ts'
import { downloadFile } from '../../platform/api/download-file.ts'
import { PageBar } from '../../platform/navigation/page.tsx'
import { PageLoginPrompt } from '../../platform/navigation/page-frame.tsx'
import { useIsVip, useSession } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
import { Tag } from '../../ui/tag.tsx'
import { showToast } from '../../ui/toast.tsx'
import utility from '../../ui/utility.module.css'
import styles from './account.module.css'

/** Interval at which the list is read while a report is being made. */
const POLL_MS = 2_000

const stateLabels = { waiting: '排队中', running: '生成中', done: '已生成', failed: '未生成' } as const

const skeleton = [
  [
    ['60%', 15],
    ['50%', 12],
    ['30%', 12],
  ],
] as const

const isOpen = ({ state }: CompanyReport) => state === 'waiting' || state === 'running'

/** `/user/report`: 企业信息报告 that the user ordered. */
export function ReportPage() {
  const { isLoggedIn } = useSession()
  return (
    <>
      <PageBar title="报告" line={!isLoggedIn} />
      {isLoggedIn ? <ReportList /> : <PageLoginPrompt purpose="查看报告" />}
    </>
  )
}

function ReportList() {
  const navigate = useNavigate()
  const isVip = useIsVip()
  const { data, error, refetch } = useQuery({
    ...apiQuery(['reportList'], companyReportRoutes.reportList, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.list.some(isOpen) ? POLL_MS : false),
  })

  if (data === undefined && error === null) return <SkeletonGroups groups={skeleton} className={styles.loading} />
  if (data === undefined) return <ListFailed reason={describeError(error)} onRetry={() => void refetch()} />
  if (data.list.length === 0) {
    return (
      <div className={shared.plain}>
        <ListState
          art="none"
          title="暂无报告"
          text={isVip ? '在企业主页点击“生成报告”，可下载 PDF' : '生成报告为会员功能'}
        >
          {isVip ? (
            <Button trackId="search-open" onClick={() => void navigate('/search')}>
              搜索企业
            </Button>
          ) : (
            <Button trackId="members" onClick={() => void navigate('/user/members')}>
              查看会员权益
            </Button>
          )}
        </ListState>
      </div>
    )
  }
  return (
    <Card label="报告" className={styles.card}>
      <ul>
        {data.list.map((report) => (
          <ReportItem key={report.id} report={report} />
        ))}
      </ul>
      <p className={styles.note}>依据公开来源整理，非征信报告。报告保留 24 小时。</p>
    </Card>
  )
}

function ReportItem({ report }: { report: CompanyReport }) {
  const { companyId, companyName, number, state, reason, pages, createdAt } = report
  const { mutate: open, isPending } = useMutation({
    mutationFn: () => downloadFile({ path: REPORT_FILE_PATH, query: { id: report.id }, type: 'application/pdf' }),
    onSuccess: ({ file }) => saveFile(`${companyName}-企业信息报告-${number}.pdf`, file),
    onError: (error) => showToast(describeError(error), { icon: 'alert' }),
  })
  return (
    <li className={styles.item}>
      <div className={utility.grow}>
        <p className={styles.reportName}>
          <CompanyLink id={companyId} name={companyName} />
          <Tag tone={state === 'failed' ? 'amber' : 'mute'}>{stateLabels[state]}</Tag>
        </p>
        <p className={styles.caption}>{number}</p>
        <p className={styles.caption}>
          {formatShanghaiMinute(createdAt)}
          {pages !== null && ` · ${pages} 页`}
        </p>
        {reason !== null && <p className={styles.caption}>{reason}</p>}
      </div>
      {state === 'done' && (
        <Chip trackId="report-open" onClick={() => (isPending ? undefined : open())}>
          打开<span className={utility.spoken}>{companyName}的报告</span>
        </Chip>
      )}
    </li>
  )
}
