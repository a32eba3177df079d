import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import { kindTable } from '@baiqicha/contract/records/kind-table'
import { MAX_TIMELINE_RECORDS, type RiskTimelineRecord } from '@baiqicha/contract/records/record'
import { companyRecordRoutes } from '@baiqicha/contract/routes/company-records'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { CompanyFailed } from '../../domain/company/company-failed.tsx'
import shared from '../../domain/page/shared.module.css'
import { recordPath } from '../../domain/record/record-paths.ts'
import { Link } from '../../lib/router/router.tsx'
import { apiQuery } from '../../platform/api/client.ts'
import { readFailure } from '../../platform/api/failure.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CardHead } from '../../ui/card-head.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag, type TagTone } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import { VisitorCard } from './latest-record.tsx'
import styles from './risk-timeline.module.css'
import { RiskTimelineBand, RiskTimelineLegend, RiskTimelineTable } from './risk-timeline-band.tsx'
import {
  datesOf,
  recordsInRange,
  type SlotRange,
  type TimelineState,
  timelineAxisOf,
  timelineStateOf,
} from './risk-timeline-plan.ts'

const TITLE = '风险时间线'

/** Records of a selection that show at first, and with each tap on 展开更多. */
const ROWS = 20

const tones: Readonly<Record<TimelineState, TagTone>> = {
  高: 'red',
  中: 'amber',
  异议处理中: 'amber',
  提示: 'mute',
  历史: 'mute',
}

/** Number of risk records of all views. */
const totalOf = (sections: CompanyDetail['sections']) =>
  sections
    .filter(({ key }) => kindTable[key].group !== 'overview')
    .reduce((sum, { counts }) => sum + (counts === null ? 0 : counts.current + counts.disputed + counts.history), 0)

/** Risk records of a company over the years; visitors see how many there are. Nothing for a company without records. */
export function RiskTimeline({ detail: { id, sections } }: { detail: CompanyDetail }) {
  const total = totalOf(sections)
  const { isLoggedIn } = useSession()
  const { data, error, refetch } = useQuery({
    ...apiQuery(['riskTimeline', id], companyRecordRoutes.riskTimeline, { id }),
    enabled: isLoggedIn && total > 0,
  })
  if (total === 0 || data?.length === 0) return null
  if (!isLoggedIn) return <VisitorCard title={TITLE} aside={`${total} 条`} purpose="按年份查看风险记录" />
  return (
    <Card label={TITLE}>
      {data !== undefined && <Timeline companyId={id} records={data} total={total} />}
      {data === undefined && <CardHead title={TITLE} />}
      {data === undefined && error !== null && (
        <CompanyFailed failure={readFailure(error)} onRetry={() => void refetch()} compact />
      )}
      {data === undefined && error === null && (
        <div className={shared.padded} aria-busy="true">
          <Skeleton width="100%" height={104} />
        </div>
      )}
    </Card>
  )
}

/** Records that the band does not draw; null when it draws all. */
function restOf(drawn: number, total: number): string | null {
  if (drawn >= total) return null
  return drawn === MAX_TIMELINE_RECORDS ? `仅显示最近 ${drawn} 条` : `另有 ${total - drawn} 条未注明日期`
}

type Props = { companyId: string; records: RiskTimelineRecord[]; total: number }

function Timeline({ companyId, records, total }: Props) {
  const axis = useMemo(() => timelineAxisOf(records), [records])
  const [range, setRange] = useState<SlotRange | null>(null)
  const [first, last] = [records.at(-1)?.publishedAt.slice(0, 4), records[0]?.publishedAt.slice(0, 4)]
  const rest = restOf(records.length, total)
  return (
    <>
      <CardHead title={TITLE} aside={`${first === last ? first : `${first}–${last}`} · ${records.length} 条`} />
      <RiskTimelineBand axis={axis} records={records} range={range} onChange={setRange} />
      <RiskTimelineTable axis={axis} records={records} />
      <RiskTimelineLegend />
      {range === null ? (
        <p className={styles.note}>点按年份或横向滑动，查看该时段的记录{rest !== null && `；${rest}`}</p>
      ) : (
        <Selection
          key={`${range.from} ${range.to}`}
          companyId={companyId}
          records={recordsInRange(axis, range, records)}
          dates={datesOf(axis, range)}
          onClear={() => setRange(null)}
        />
      )}
    </>
  )
}

type SelectionProps = {
  companyId: string
  records: readonly RiskTimelineRecord[]
  dates: { first: string; last: string }
  onClear: () => void
}

function Selection({ companyId, records, dates, onClear }: SelectionProps) {
  const [shown, setShown] = useState(ROWS)
  return (
    <>
      <div className={shared.summary}>
        <output>
          <b>
            {dates.first} 至 {dates.last}
          </b>{' '}
          {records.length} 条
        </output>
        <button track-id="timeline-clear" type="button" className={styles.clear} onClick={onClear}>
          清除
        </button>
      </div>
      {records.length === 0 ? (
        <p className={styles.note}>该时段没有已收录的记录</p>
      ) : (
        <ul>
          {records.slice(0, shown).map((record) => (
            <li key={`${record.recordKind} ${record.id}`} className={styles.item}>
              <RecordLink record={record} companyId={companyId} />
            </li>
          ))}
        </ul>
      )}
      {records.length > shown && (
        <div className={styles.more}>
          <Button trackId="list-expand" tone="line" size="sm" block onClick={() => setShown(shown + ROWS)}>
            展开更多
          </Button>
        </div>
      )}
    </>
  )
}

function RecordLink({ record, companyId }: { record: RiskTimelineRecord; companyId: string }) {
  const { recordKind, publishedAt, caseNo } = record
  const state = timelineStateOf(record)
  return (
    <Link track-id="timeline-row" data-track-label="" to={recordPath(record, companyId)} className={styles.link}>
      <span className={styles.tag}>
        <Tag tone={tones[state]}>{state}</Tag>
      </span>
      <span className={utility.grow}>
        <span className={styles.title}>{kindTable[recordKind].title}</span>
        {caseNo !== null && <bdi className={styles.caseNo}>{caseNo}</bdi>}
      </span>
      <time className={styles.date}>{publishedAt}</time>
      <Icon name="right" size={16} />
    </Link>
  )
}
