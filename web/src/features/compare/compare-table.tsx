import type { ComparedCompany } from '@baiqicha/contract/company-comparison'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { PerspectiveSentence } from '../../domain/company/perspective-sentence.tsx'
import { classNames } from '../../lib/class-names.ts'
import { Link, useRouterState } from '../../lib/router/router.tsx'
import { SessionLink } from '../../platform/navigation/session-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import utility from '../../ui/utility.module.css'
import styles from './compare-table.module.css'
import { groupRows, hasSeveralPeriods } from './comparison.ts'
import type { ShownCell, ShownRow } from './shown-rows.ts'

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
export function CompareTable({ companies, rows, children, foot }: TableProps) {
  const { different, incomparable, equal } = groupRows(rows)
  // The differences are painted first. On going back all rows render at once, so that the position can be restored.
  const isRestShown = useDeferredValue(true, useRouterState().historyAction === 'POP')
  return (
    <>
      <div className={styles.table}>
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
export function RowGroup({ title, companies, rows, children }: GroupProps) {
  return (
    <section aria-label={title}>
      <h2 className={styles.group}>{title}</h2>
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
        className={classNames(styles.group, styles.fold)}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        相同 {rows.length} 项
        <span className={styles.names}>
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
export function RowFrame({ label, note = null, companies, children }: FrameProps) {
  return (
    <div className={styles.row} data-companies={companies.length}>
      <dt>
        {label}
        {note !== null && <small>{note}</small>}
      </dt>
      {companies.map((company, at) => (
        <dd key={company.id}>
          <span className={styles.company}>{company.briefName}：</span>
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
      <span className={styles.absent}>
        {cell.state === 'unconnected' && <Icon name="plug" size={14} />}
        {absentWords[cell.state]}
      </span>
    )
  }
  const { text, note, parts, tone, list } = cell
  const content = (
    <>
      <span
        className={classNames(parts === undefined ? styles.value : styles.sentence, tone !== undefined && styles[tone])}
      >
        {parts === undefined ? <bdi>{text}</bdi> : <PerspectiveSentence parts={parts} />}
      </span>
      {note !== null && <small className={styles.note}>{note}</small>}
    </>
  )
  if (list === undefined) return content
  if (list.isPublic) {
    return (
      <Link track-id="compare-value-row" to={list.path} className={styles.link}>
        {content}
      </Link>
    )
  }
  return (
    <SessionLink track-id="compare-value-row" to={list.path} className={styles.link}>
      {content}
    </SessionLink>
  )
}
