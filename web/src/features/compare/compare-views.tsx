import type { CompanyComparison, ComparedCompany } from '@baiqicha/contract/company-comparison'
import type { Perspective } from '@baiqicha/contract/company-perspective'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { PerspectiveSentence } from '../../domain/company/perspective-sentence.tsx'
import { SourceSummary } from '../../domain/company/source-summary.tsx'
import { checkedCount } from '../../domain/official-check/check-progress.tsx'
import { officialCheckPath } from '../../domain/official-check/official-links.tsx'
import { PageFailed } from '../../domain/page/page-failed.tsx'
import shared from '../../domain/page/shared.module.css'
import { classNames } from '../../lib/class-names.ts'
import { Link, useRouterState } from '../../lib/router/router.tsx'
import { readFailure } from '../../platform/api/failure.ts'
import { SessionLink } from '../../platform/navigation/session-link.tsx'
import { useOfficialChecksQuery } from '../../platform/official-check/official-check-queries.ts'
import { usePerspectiveQueries } from '../../platform/perspective/perspective-query.ts'
import { Icon } from '../../ui/icon.tsx'
import { Segments } from '../../ui/segments.tsx'
import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
import utility from '../../ui/utility.module.css'
import tableStyles from './compare-page.module.css'
import {
  type CompareView,
  comparedPerspectives,
  groupRows,
  hasSeveralPeriods,
  type ShownCell,
  type ShownRow,
  shownRows,
  sourceLines,
} from './comparison.ts'

type Companies = readonly ComparedCompany[]

type TableProps = {
  companies: Companies
  rows: readonly ShownRow[]
  /** Groups before the equal rows. */
  children?: ReactNode
  /** Below the table. */
  foot: ReactNode
}

/** Differences first, then what cannot be compared; the equal rows are folded at the end. */
function CompareTable({ companies, rows, children, foot }: TableProps) {
  const { different, incomparable, equal } = groupRows(rows)
  // The differences are painted first. On going back all rows render at once, so that the position can be restored.
  const isRestShown = useDeferredValue(true, useRouterState().historyAction === 'POP')
  return (
    <>
      <div className={shared.white}>
        {different.length > 0 && (
          <RowGroup title={`不同 ${different.length} 项`} companies={companies} rows={different} />
        )}
        {isRestShown && (
          <>
            {incomparable.length > 0 && (
              <RowGroup title={`不可直接比较 ${incomparable.length} 项`} companies={companies} rows={incomparable} />
            )}
            {children}
            {equal.length > 0 && <EqualRows companies={companies} rows={equal} />}
          </>
        )}
      </div>
      {isRestShown && foot}
    </>
  )
}

type GroupProps = { title: string; companies: Companies; rows: readonly ShownRow[]; children?: ReactNode }

/** Rows below a title. `children`: further rows. */
function RowGroup({ title, companies, rows, children }: GroupProps) {
  return (
    <section aria-label={title}>
      <h2 className={tableStyles.group}>{title}</h2>
      <dl>
        {rows.map((row) => (
          <Row key={row.key} row={row} companies={companies} />
        ))}
        {children}
      </dl>
    </section>
  )
}

function EqualRows({ companies, rows }: { companies: Companies; rows: readonly ShownRow[] }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section aria-label={`相同 ${rows.length} 项`}>
      <button
        track-id="compare-equal"
        type="button"
        className={classNames(tableStyles.group, tableStyles.fold)}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        相同 {rows.length} 项
        <span className={tableStyles.names}>
          <span className={utility.clip}>{rows.map(({ label }) => label).join('、')}</span>
          <Icon name={isOpen ? 'up' : 'down'} size={16} />
        </span>
      </button>
      {isOpen && (
        <dl>
          {rows.map((row) => (
            <Row key={row.key} row={row} companies={companies} />
          ))}
        </dl>
      )}
    </section>
  )
}

function Row({ row, companies }: { row: ShownRow; companies: Companies }) {
  return (
    <RowFrame label={row.label} note={hasSeveralPeriods(row) ? '年份不同' : null} companies={companies}>
      {(_company, at) => <Cell cell={row.cells[at] ?? { state: 'unrecorded' }} />}
    </RowFrame>
  )
}

type FrameProps = {
  label: string
  note?: string | null
  companies: Companies
  children: (company: ComparedCompany, at: number) => ReactNode
}

/** Label and a cell for each company. */
function RowFrame({ label, note = null, companies, children }: FrameProps) {
  return (
    <div className={tableStyles.row} data-companies={companies.length}>
      <dt>
        {label}
        {note !== null && <small>{note}</small>}
      </dt>
      {companies.map((company, at) => (
        <dd key={company.id}>
          <span className={tableStyles.company}>{company.briefName}：</span>
          <div>{children(company, at)}</div>
        </dd>
      ))}
    </div>
  )
}

const absentWords = { unrecorded: '未收录', unconnected: '未接入' } as const

function Cell({ cell }: { cell: ShownCell }) {
  if (cell.state !== 'stated') {
    return (
      <span className={tableStyles.absent}>
        {cell.state === 'unconnected' && <Icon name="plug" size={14} />}
        {absentWords[cell.state]}
      </span>
    )
  }
  const { text, note, parts, tone, list } = cell
  const content = (
    <>
      <span
        className={classNames(
          parts === undefined ? tableStyles.value : tableStyles.sentence,
          tone !== undefined && tableStyles[tone],
        )}
      >
        {parts === undefined ? <bdi>{text}</bdi> : <PerspectiveSentence parts={parts} />}
      </span>
      {note !== null && <small className={tableStyles.note}>{note}</small>}
    </>
  )
  if (list === undefined) return content
  const ValueLink = list.isPublic ? Link : SessionLink
  return (
    <ValueLink track-id="compare-value-row" to={list.path} className={tableStyles.link}>
      {content}
    </ValueLink>
  )
}

type OnView = (view: CompareView) => void

const views = [
  { key: 'facts', label: '事实' },
  { key: 'jobSeeker', label: '求职' },
  { key: 'counterparty', label: '合作' },
] as const

/** Number of differences and of equal rows, and the choice of what is compared. */
function Summary({ rows, view, onView }: { rows: readonly ShownRow[] | null; view: CompareView; onView: OnView }) {
  const groups = rows === null ? null : groupRows(rows)
  return (
    <div className={tableStyles.summary}>
      <p>{groups !== null && `${groups.different.length} 项不同 · ${groups.equal.length} 项相同`}</p>
      <Segments trackId="compare-view" items={views} value={view} onChange={onView} label="对比内容" />
    </div>
  )
}

/** Facts, then the number of risk records by kind, then the people by year. */
export function FactsView({ data, onView }: { data: CompanyComparison; onView: OnView }) {
  const { companies, absent } = data
  const ids = companies.map(({ id }) => id)
  const facts = shownRows(data.facts, ids)
  const groups = [
    { title: '员工人数（按年）', rows: shownRows(data.employees, ids) },
    { title: '参保人数（按年）', rows: shownRows(data.insured, ids) },
  ]
  return (
    <>
      <Summary rows={facts} view="facts" onView={onView} />
      <CompareTable
        companies={companies}
        rows={facts}
        foot={
          <Foot rows={facts} absent={absent}>
            风险条数仅统计当前有效记录。
          </Foot>
        }
      >
        <RowGroup title="风险条数" companies={companies} rows={shownRows(data.risks, ids)}>
          <RowFrame label="官方核查" companies={companies}>
            {({ id }) => <Checked companyId={id} />}
          </RowFrame>
        </RowGroup>
        {groups.map(
          ({ title, rows }) =>
            rows.length > 0 && <RowGroup key={title} title={title} companies={companies} rows={rows} />,
        )}
      </CompareTable>
    </>
  )
}

/** What the user has checked at the official sites. */
function Checked({ companyId }: { companyId: string }) {
  const { data } = useOfficialChecksQuery(companyId)
  const sites = data?.sites ?? []
  return (
    <Link
      track-id="official-check"
      to={officialCheckPath(companyId)}
      className={`${tableStyles.link} ${tableStyles.check}`}
    >
      {sites.length === 0 ? '去核查' : `${checkedCount(sites)} / ${sites.length}`} ›
    </Link>
  )
}

type PerspectiveProps = { companies: readonly ComparedCompany[]; view: Perspective; onView: OnView }

const purposes = { jobSeeker: '求职', counterparty: '合作' } as const

/** The rows of 求职视角 or 合作视角 side by side. */
export function PerspectiveView({ companies, view, onView }: PerspectiveProps) {
  const { data, error, retry } = usePerspectiveQueries(
    companies.map(({ id }) => id),
    view,
  )
  if (data === undefined) {
    const failure = readFailure(error)
    return (
      <>
        <Summary rows={null} view={view} onView={onView} />
        <div className={shared.white}>
          {failure === null ? (
            <SkeletonGroups groups={skeletonGroups} className={tableStyles.loading} />
          ) : (
            <PageFailed reason={failure.reason} compact onRetry={retry} />
          )}
        </div>
      </>
    )
  }
  const { rows, absent } = comparedPerspectives(data)
  return (
    <>
      <Summary rows={rows} view={view} onView={onView} />
      <div className={tableStyles.sentences}>
        <CompareTable
          companies={companies}
          rows={rows}
          foot={
            <Foot rows={rows} absent={absent}>
              以上为公示信息，不构成信用评价或{purposes[view]}建议。
            </Foot>
          }
        />
      </div>
    </>
  )
}

const skeletonGroups = Array.from({ length: 6 }, (): (readonly [string, number])[] => [['100%', 24]])

type FootProps = { rows: readonly ShownRow[]; absent: readonly string[]; children: ReactNode }

/** Sources, what every company lacks, and how absent values count. */
function Foot({ rows, absent, children }: FootProps) {
  return (
    <div className={tableStyles.foot}>
      <SourceSummary lines={sourceLines(rows)} />
      {absent.length > 0 && <p>均未收录或未接入：{absent.join('、')}。</p>}
      <p>“未收录”“未接入”不参与比较，也不代表没有。{children}</p>
    </div>
  )
}
