import { coveredPeriod, coveredTitle, uncoveredTitle } from '@baiqicha/contract/records/coverage-limits'
import { kindRow, kindTable } from '@baiqicha/contract/records/kind-table'
import type { RecordCounts } from '@baiqicha/contract/records/record'
import { type ReactNode, useState } from 'react'
import { casesPath, recordListPath } from '../../domain/record/record-paths.ts'
import { classNames } from '../../lib/class-names.ts'
import { joinStated } from '../../lib/format.ts'
import { Link } from '../../lib/router/router.tsx'
import type { TrackId } from '../../lib/tracker/track-ids.ts'
import { SessionLink } from '../../platform/navigation/session-link.tsx'
import { Card } from '../../ui/card.tsx'
import { CardHead, CardHeadButton } from '../../ui/card-head.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useSheetOnTap } from '../../ui/sheet.tsx'
import styles from './section-grid.module.css'
import {
  type CompanySection,
  cardId,
  companyTabs,
  connectedOf,
  countOf,
  isPublic,
  type SectionTab,
  sectionIcons,
  unconnectedOf,
} from './section-views.ts'

type GridProps = { companyId: string; tab: SectionTab; sections: readonly CompanySection[] }

const sumOfViews = ({ current, disputed, history }: RecordCounts) => current + disputed + history

/** Grid of the connected risk kinds of a tab with counts and explanations; nothing when none is connected. */
export function RiskGrid({ companyId, tab, sections }: GridProps) {
  const { Sheet, isOpen, open, close } = useSheetOnTap(async () => (await import('./explanation-sheet.tsx')).TermsSheet)
  const count = countOf(tab, sections)
  const connected = connectedOf(tab, sections)
  const { label, sections: kinds } = companyTabs[tab]
  if (connected.length === 0) return null
  return (
    <SectionGrid
      title={label}
      aside={count === undefined ? undefined : `当前 ${count}`}
      companyId={companyId}
      sections={connected}
      action={
        <CardHeadButton trackId="terms" onClick={open}>
          名词解释
        </CardHeadButton>
      }
    >
      {tab === 'legalRisk' && connected.some(({ counts }) => counts !== null && sumOfViews(counts) > 0) && (
        <SessionLink track-id="cases" to={casesPath(companyId)} className={styles.row}>
          按案件查看
          <Icon name="right" size={14} />
        </SessionLink>
      )}
      {Sheet !== null && <Sheet label={label} kinds={kinds} open={isOpen} onClose={close} />}
    </SectionGrid>
  )
}

type SectionGridProps = {
  title: string
  aside?: string | undefined
  companyId: string
  sections: readonly CompanySection[]
  /** First cell, before the kinds of record. */
  first?: ReactNode
  action?: ReactNode
  children?: ReactNode
}

/** Grid of connected kinds of record, each with its count; 0 is grey. */
export function SectionGrid({ title, aside, companyId, sections, first, action, children }: SectionGridProps) {
  return (
    <Card label={title}>
      <CardHead title={title} aside={aside}>
        {action}
      </CardHead>
      <ul className={styles.grid}>
        {first !== undefined && <li>{first}</li>}
        {sections.map((section) => (
          <li key={section.key}>
            <SectionCell companyId={companyId} section={section} />
          </li>
        ))}
      </ul>
      {children}
    </Card>
  )
}

/** Links to the list of a kind, or to its card on the same page. */
function SectionCell({ companyId, section }: { companyId: string; section: CompanySection }) {
  const content = <CellContent section={section} />
  const isEmpty = (section.counts?.current ?? 0) === 0
  const className = classNames(styles.cell, isEmpty && styles.none)
  const card = cardId[section.key]
  if (card !== undefined) {
    if (isEmpty) return <div className={className}>{content}</div>
    const scroll = () => document.getElementById(card)?.scrollIntoView({ block: 'center' })
    return (
      <button track-id="section" type="button" className={className} onClick={scroll}>
        {content}
      </button>
    )
  }
  const ListLink = isPublic(section.key) ? Link : SessionLink
  return (
    <ListLink track-id="section" to={recordListPath(section.key, companyId)} className={className}>
      {content}
    </ListLink>
  )
}

/** A kind of which sources leave a part out is named after the part they state: 证券简称变更 0. */
function CellContent({ section: { key, counts, connected, limits } }: { section: CompanySection }) {
  const { tone } = kindRow(key)
  const count = counts?.current ?? 0
  const rest = uncoveredTitle(key, limits)
  const leftOut = rest === null ? coveredPeriod(limits) : `${rest}未接入`
  return (
    <>
      <CellIcon name={sectionIcons[key]}>
        {(count > 0 || connected !== false) && (
          <span className={classNames(styles.count, count > 0 && tone !== undefined && styles[tone])}>{count}</span>
        )}
      </CellIcon>
      <CellTitle title={coveredTitle(key, limits)} />
      {leftOut !== null && <small className={styles.aside}>{leftOut}</small>}
      {counts !== null && <Aside disputed={counts.disputed} history={count > 0 ? 0 : counts.history} />}
    </>
  )
}

/** Qualifiers stand below the name: 历年法定代表人（年报） is too long for one line of a cell. */
function CellTitle({ title }: { title: string }) {
  const [name, qualifier] = title.replace(/^(历年)(.+)（/, '$2（$1').split(/[（）]/)
  return (
    <>
      <span>{name}</span>
      {qualifier !== undefined && <small className={styles.aside}>{qualifier}</small>}
    </>
  )
}

/**
 * Disputed and past records, which the count excludes. Shows history only when nothing is current, so that both numbers
 * are not added up.
 */
function Aside({ disputed, history }: { disputed: number; history: number }) {
  const text = joinStated([disputed > 0 && `异议 ${disputed}`, history > 0 && `历史 ${history}`])
  return text === '' ? null : <small className={styles.aside}>{text}</small>
}

export function CellIcon({ name, children }: { name: IconName; children?: ReactNode }) {
  return (
    <span className={styles.icon}>
      <Icon name={name} />
      {children}
    </span>
  )
}

type FoldRowProps = { trackId: TrackId; children: string; isOpen: boolean; onToggle: () => void }

/** Quiet row that opens what it counts in place. */
export function FoldRow({ trackId, children, isOpen, onToggle }: FoldRowProps) {
  return (
    <button track-id={trackId} type="button" className={styles.row} aria-expanded={isOpen} onClick={onToggle}>
      {children}
      <Icon name={isOpen ? 'up' : 'right'} size={14} />
    </button>
  )
}

type UnconnectedProps = {
  tabs: readonly SectionTab[]
  sections: readonly CompanySection[]
  /** The row is the last of a card. */
  isInCard?: boolean
}

/** One row for all kinds of record whose source is not connected; it opens to their names. */
export function UnconnectedSections({ tabs, sections, isInCard = false }: UnconnectedProps) {
  const [isOpen, setIsOpen] = useState(false)
  const count = unconnectedOf(tabs, sections).length
  if (count === 0) return null
  const content = (
    <>
      <FoldRow
        trackId="unconnected-unfold"
        isOpen={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
      >{`${count} 类未接入`}</FoldRow>
      {isOpen && (
        <div className={styles.content}>
          {tabs.map((tab) => (
            <Group key={tab} tab={tab} sections={unconnectedOf([tab], sections)} />
          ))}
          <p className={styles.note}>
            <Icon name="plug" size={16} />
            暂未接入该类数据，不代表没有记录
          </p>
        </div>
      )}
    </>
  )
  return isInCard ? content : <Card label="未接入">{content}</Card>
}

function Group({ tab, sections }: { tab: SectionTab; sections: readonly CompanySection[] }) {
  if (sections.length === 0) return null
  return (
    <dl className={styles.group}>
      <dt>{tab === 'overview' ? '基本信息' : companyTabs[tab].label}</dt>
      <dd>{sections.map(({ key }) => kindTable[key].title).join('、')}</dd>
    </dl>
  )
}
