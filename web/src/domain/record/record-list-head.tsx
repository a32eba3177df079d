import type { CaseGrouping } from '@baiqicha/contract/records/case-thread'
import {
  type CompanyOfRecord,
  type RecordList,
  type RecordView,
  recordViewLabels,
} from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { Link } from '../../lib/router/router.tsx'
import chips from '../../ui/chip.module.css'
import { Chip } from '../../ui/chip.tsx'
import { ChoiceList } from '../../ui/choice-list.tsx'
import { Icon } from '../../ui/icon.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import skeleton from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import utility from '../../ui/utility.module.css'
import { companyPath } from '../company/company-path.ts'
import shared from '../page/shared.module.css'
import { isZeroKnown, newestDay } from './record-content.ts'
import styles from './record-list-head.module.css'
import { type ListFacet, type RecordListParams, withFacet } from './record-list-params.ts'

type Feeds = RecordList['feeds']

/** Latest date of the sources, as exact as the sources state it; null when none has a date. */
export const latestFeedDate = (feeds: Feeds): string | null => newestDay(feeds.map(({ asOf }) => asOf))

/** Names of the searched sources. */
export const feedNames = (feeds: Feeds): string => [...new Set(feeds.map(({ sourceName }) => sourceName))].join('、')

/** Text below the last row that can be loaded. */
export function endOfListText(shown: number, { total, feeds }: RecordList): string {
  if (shown < total) return `仅显示前 ${formatNumber(shown)} 条，请添加筛选条件`
  const date = latestFeedDate(feeds)
  return date === null ? '已显示全部' : `已显示全部 · 数据截至 ${date}`
}

type Facets = RecordListParams['facets']
type FacetRowProps = {
  facets: readonly ListFacet[]
  /** Number of records with the current filters. */
  total: number
  chosen: Facets
  onChange: (next: Facets) => void
}

/** A facet with the same value on all records filters nothing. */
const canNarrow = ({ options }: ListFacet, total: number) =>
  options.length > 1 || options.some(({ count }) => count !== total)

/** Filters of a list: a facet with one value toggles, a facet with several opens a sheet. */
export function FacetRow({ facets, total, chosen, onChange }: FacetRowProps) {
  const [sheet, setSheet] = useState<{ facet: ListFacet; isOpen: boolean } | null>(null)
  const shown = facets.filter((facet) => chosen[facet.name] !== undefined || canNarrow(facet, total))
  if (shown.length === 0) return null
  const set = (name: string, value: string | null) => onChange(withFacet(chosen, name, value))

  return (
    <>
      <ul className={`${chips.scrolling} ${styles.facets}`} aria-label="筛选">
        {shown.map((facet) => {
          const value = chosen[facet.name]
          const [only] = facet.options
          const isSwitch = facet.options.length === 1 && only !== undefined && only.value === facet.label
          return (
            <li key={facet.name}>
              {isSwitch ? (
                <Chip
                  trackId="facet"
                  pressed={value !== undefined}
                  onClick={() => set(facet.name, value === undefined ? only.value : null)}
                >
                  {facet.label} {formatNumber(only.count)}
                </Chip>
              ) : (
                <Chip
                  trackId="facet-sheet"
                  pressed={value !== undefined}
                  onClick={() => setSheet({ facet, isOpen: true })}
                >
                  {value !== undefined && <span className={utility.spoken}>{facet.label}：</span>}
                  <bdi className={utility.clip}>{value ?? facet.label}</bdi>
                  <Icon name="down" size={14} />
                </Chip>
              )}
            </li>
          )
        })}
      </ul>
      {sheet !== null && (
        <Sheet open={sheet.isOpen} onClose={() => setSheet({ ...sheet, isOpen: false })} title={sheet.facet.label}>
          <ChoiceList
            trackId="facet-choice"
            choices={[
              { value: null, label: '全部' },
              ...sheet.facet.options.map(({ value, count }) => ({
                value,
                label: value,
                aside: `${formatNumber(count)} 条`,
              })),
            ]}
            value={chosen[sheet.facet.name] ?? null}
            onChoose={(value) => {
              setSheet({ ...sheet, isOpen: false })
              set(sheet.facet.name, value)
            }}
          />
        </Sheet>
      )}
    </>
  )
}

/** Returns the latest response for the company. Its counts stay valid while another list of the same company loads. */
export function useLatestRecordList<Answer extends object>(
  first: Answer | undefined,
  companyId: string,
): Answer | null {
  const [last, setLast] = useState<{ companyId: string; answer: Answer } | null>(null)
  if (first !== undefined && last?.answer !== first) setLast({ companyId, answer: first })
  if (first !== undefined) return first
  return last?.companyId === companyId ? last.answer : null
}

/** Shows the tab of disputed records only when there are any or the URL selects it. */
export function recordViewTabs(answer: Pick<RecordList, 'counts' | 'connected' | 'limits'> | null, view: RecordView) {
  const countOf = (key: RecordView) => {
    const count = answer?.counts[key]
    // A 0 that the sources do not state is not shown.
    return count === 0 && answer !== null && !isZeroKnown(answer) ? undefined : count
  }
  const isDisputeShown = view === 'disputed' || (answer?.counts.disputed ?? 0) > 0
  const keys: RecordView[] = isDisputeShown ? ['current', 'disputed', 'history'] : ['current', 'history']
  return keys.map((key) => ({ key, label: recordViewLabels[key], count: countOf(key) }))
}

/** Number of characters of the credit code that distinguish companies of equal names. */
const TAIL = 4

/** Company of a list: its name, its region and the end of its code. */
export function CompanyLine({ company: { id, name, region, creditCode } }: { company: CompanyOfRecord }) {
  return (
    <Link track-id="company-row" to={companyPath(id)} className={styles.company}>
      <span className={styles.name}>
        <bdi>{name}</bdi>
        <Icon name="right" size={16} />
      </span>
      <span className={styles.aside}>
        {region !== null && <bdi>{region}</bdi>}
        {creditCode !== null && <span>代码尾号 {creditCode.slice(-TAIL)}</span>}
      </span>
    </Link>
  )
}

const groupings = [
  { key: 'case', label: '按案件' },
  { key: 'record', label: '按记录' },
] as const

type CaseGroupingSwitchProps = { value: CaseGrouping; onChange: (next: CaseGrouping) => void }

/** Whether a list of legal records shows cases or single records. */
export const CaseGroupingSwitch = ({ value, onChange }: CaseGroupingSwitchProps) => (
  <Segments trackId="case-grouping" label="归并方式" items={groupings} value={value} onChange={onChange} />
)

type HeadProps = { company: CompanyOfRecord; children: ReactNode }

/** Company of the list with its region and the end of its code. */
export function RecordListHead({ company, children }: HeadProps) {
  return (
    <section className={shared.white} aria-label="所属企业">
      <CompanyLine company={company} />
      {children}
    </section>
  )
}

/** Skeleton of the company and its filters. */
export function RecordHeadSkeleton() {
  return (
    <div className={`${skeleton.delayed} ${styles.loading}`}>
      <Skeleton width={180} height={14} />
      <Skeleton width={140} height={12} />
      <div className={styles.chips}>
        <Skeleton width={92} height={32} radius={6} />
        <Skeleton width={72} height={32} radius={6} />
      </div>
    </div>
  )
}

type NotesProps = { kind: RecordKind; view: RecordView; namesakes: number }

/** Notes above the rows. */
export function RecordListNotes({ kind, view, namesakes }: NotesProps) {
  const about = view === 'history' ? kind.aboutHistory : kind.about
  return (
    <div className={styles.notes}>
      {about !== undefined && <InfoNote tone={view === 'history' ? 'past' : 'info'}>{about}</InfoNote>}
      {view === 'disputed' && <InfoNote tone="amber">以下记录存在异议，核查期间不计入当前数量，20 日内答复。</InfoNote>}
      {namesakes > 0 && <NamesakeNote count={namesakes} />}
    </div>
  )
}

/**
 * Number of records that name a company only by a name that several companies have. They belong to none of them and are
 * not shown.
 */
export function NamesakeNote({ count }: { count: number }) {
  return <InfoNote tone="amber">另有 {formatNumber(count)} 条记录仅注明企业名称且存在同名企业，未计入</InfoNote>
}
