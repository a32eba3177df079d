import { coveredPeriod, coveredTitle, uncoveredTitle } from '@baiqicha/contract/records/coverage-limits'
import {
  type RecordCounts,
  type RecordList,
  type RecordView,
  recordViewLabels,
  recordViews,
} from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { formatNumber } from '../../lib/format.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { Button } from '../../ui/button.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { SourceChip } from '../../ui/source-chip.tsx'
import { OfficialCheckLink, OfficialSiteButton } from '../official-check/official-links.tsx'
import { PageFailed } from '../page/page-failed.tsx'
import { isZeroKnown } from './record-content.ts'
import styles from './record-list-head.module.css'
import { feedNames, latestFeedDate, NamesakeNote } from './record-list-head.tsx'
import type { RecordListParams } from './record-list-params.ts'

type Props = {
  kind: RecordKind
  answer: RecordList
  params: RecordListParams
  onChange: (next: RecordListParams) => void
}

/** Empty state of a list: filters exclude all rows, no source is connected, or the sources have no record. */
export function NoRecords(props: Props) {
  const { answer, params, onChange } = props
  const { current, disputed, history } = answer.counts
  if (Object.keys(params.facets).length > 0) {
    return (
      <ListState art="nothing" title="没有符合条件的记录" text="所选条件下无记录，请更换条件或清除筛选">
        <Button trackId="filters-clear" tone="line" onClick={() => onChange({ ...params, facets: {} })}>
          清除筛选
        </Button>
      </ListState>
    )
  }
  if (!answer.connected && current + disputed + history === 0) return <Unconnected {...props} />
  return <NoneFound {...props} />
}

/** 股东信息, 裁判文书数据: a title that names information already needs no further noun. */
const dataNameOf = ({ title }: RecordKind) => (title.endsWith('信息') ? title : `${title}数据`)

function Unconnected({ kind, params: { companyId } }: Props) {
  return (
    <ListState
      art="unconnected"
      title="未接入该数据源"
      text={`暂未接入该企业的${dataNameOf(kind)}，无法判断是否有相关记录`}
    >
      {kind.group !== 'overview' && <OfficialCheckLink companyId={companyId} />}
      <OfficialSiteButton site={kind.officialSite} />
    </ListState>
  )
}

/** The view has no record: says what the other views have, and 未查询到 only when none of them has any. */
function NoneFound({ kind, answer, params, onChange }: Props) {
  const { connected, limits, feeds, counts, namesakes } = answer
  const others = recordViews.filter((view) => view !== params.view && counts[view] > 0)
  const date = latestFeedDate(feeds)
  const rest = uncoveredTitle(kind.key, limits)
  const period = coveredPeriod(limits)
  const noneFound =
    rest === null
      ? `${date === null ? '' : `截至 ${date} `}未查询到`
      : `未查询到${coveredTitle(kind.key, limits)}；${rest}未接入`
  const title =
    others.length > 0 ? countsText(isZeroKnown({ connected, limits }) ? params.view : null, counts) : noneFound
  return (
    <>
      <ListState
        art="none"
        title={title}
        text={
          <>
            {others.length === 0 && <p>{whatWasSearched(kind, params, answer)}</p>}
            {period !== null && <p>仅含 {period}</p>}
            <ul className={styles.feeds}>
              {feeds.map((feed) => (
                <li key={feed.sourceId}>
                  <SourceChip name={feed.sourceName} url={feed.sourceUrl} asOf={feed.asOf} />
                </li>
              ))}
            </ul>
          </>
        }
      >
        {others.length === 0
          ? undefined
          : others.map((view) => (
              <Button trackId="view-other" key={view} tone="line" onClick={() => onChange({ ...params, view })}>
                查看{recordViewLabels[view]} {formatNumber(counts[view])} 条
              </Button>
            ))}
      </ListState>
      {namesakes > 0 && (
        <div className={styles.below}>
          <NamesakeNote count={namesakes} />
        </div>
      )}
    </>
  )
}

/** 当前 0 条，异议处理中 1 条: the empty view first, unless its 0 is not known, then the views with records. */
const countsText = (empty: RecordView | null, counts: RecordCounts): string =>
  recordViews
    .filter((view) => view === empty || counts[view] > 0)
    .sort((a, b) => Number(b === empty) - Number(a === empty))
    .map((view) => `${recordViewLabels[view]} ${formatNumber(counts[view])} 条`)
    .join('，')

function whatWasSearched({ key }: RecordKind, { view }: RecordListParams, { feeds, limits }: RecordList): string {
  const names = feedNames(feeds)
  const title = coveredTitle(key, limits)
  const where = names === '' ? '已接入的来源' : names
  return `在${where}中未查询到该企业的${title}${{ current: '', disputed: '异议', history: '历史' }[view]}记录`
}

type RecordFailedProps = {
  /** null: the address is incomplete. */
  failure: { type: 'missing' | 'limited' | 'failed'; reason: string } | null
  onRetry: () => void
}

/** Error state of a record. A hidden record gives the same response as a missing one. */
export function RecordFailed({ failure, onRetry }: RecordFailedProps) {
  const navigate = useNavigate()
  if (failure === null || failure.type === 'missing') {
    return (
      <ListState art="nothing" title="未查询到该记录" text="链接不完整，或该记录已停止公示">
        <Button trackId="home" tone="line" onClick={() => void navigate('/home')}>
          返回首页
        </Button>
      </ListState>
    )
  }
  return (
    <PageFailed
      title={failure.type === 'limited' ? '访问过于频繁' : '加载失败'}
      reason={failure.reason}
      onRetry={onRetry}
    />
  )
}
