import type { RecordList } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { Button } from '../../ui/button.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { SiteButton } from '../../ui/site-button.tsx'
import { SourceChip } from '../../ui/source-chip.tsx'
import { feedNames, latestFeedDate } from './messages.ts'
import { NamesakeNote } from './namesake-note.tsx'
import styles from './no-records.module.css'
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
      <ListState art="nothing" title="没有符合条件的记录" text="在所选条件下没有记录，换个条件或清除筛选看看">
        <Button tone="line" onClick={() => onChange({ ...params, facets: {} })}>
          清除筛选
        </Button>
      </ListState>
    )
  }
  if (!answer.connected && current + disputed + history === 0) return <Unconnected {...props} />
  return <NoneFound {...props} />
}

function Unconnected({ kind }: Props) {
  return (
    <ListState
      art="unconnected"
      title="未接入该数据源"
      text={`百企查还没有接入该企业的${kind.title}信息，因此无法判断有或没有此类记录`}
    >
      <SiteButton url={kind.officialSite.url}>去{kind.officialSite.name}查询</SiteButton>
    </ListState>
  )
}

function NoneFound({ kind, answer, params, onChange }: Props) {
  const { feeds, counts, namesakes } = answer
  const date = latestFeedDate(feeds)
  const { history } = counts
  return (
    <>
      <ListState
        art="none"
        title={date === null ? '未查询到' : `截至 ${date} 未查询到`}
        text={
          <>
            <p>{whatWasSearched(kind, params, feedNames(feeds))}</p>
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
        {params.view === 'current' && history > 0 ? (
          <Button tone="line" onClick={() => onChange({ ...params, view: 'history' })}>
            查看历史 {history} 条
          </Button>
        ) : undefined}
      </ListState>
      {namesakes > 0 && (
        <div className={styles.below}>
          <NamesakeNote count={namesakes} />
        </div>
      )}
    </>
  )
}

function whatWasSearched({ title }: RecordKind, { view }: RecordListParams, names: string): string {
  const where = names === '' ? '已接入的来源' : names
  if (view === 'history') return `在${where}中未查询到该企业已移出或历史的${title}记录`
  if (view === 'disputed') return `该企业没有异议处理中的${title}记录`
  return `在${where}中未查询到该企业的${title}记录`
}
