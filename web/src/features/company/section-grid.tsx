import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-paths.ts'
import utility from '../../ui/utility.module.css'
import styles from './section-grid.module.css'
import { type Section, sectionViews } from './section-views.ts'

/** Kinds of record with how many stand: a count, grey 0, or the plug of a source that is not connected. */
export function SectionGrid({ title, sections, first }: { title: string; sections: Section[]; first?: ReactNode }) {
  return (
    <Card>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.grid}>
        {first !== undefined && <li>{first}</li>}
        {sections.map((section) => (
          <li key={section.key}>
            <SectionCell section={section} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function SectionCell({ section }: { section: Section }) {
  const { label, icon, tone } = sectionViews[section.key]
  const count = section.counts?.current ?? 0
  return (
    <div className={classNames(styles.cell, !(count > 0) && styles.none)}>
      <CellIcon name={icon}>
        {section.counts !== null ? (
          <span className={classNames(styles.count, count > 0 && tone !== undefined && styles[tone])}>{count}</span>
        ) : (
          <span className={styles.count}>
            <Icon name="plug" size={14} />
          </span>
        )}
      </CellIcon>
      <span>{label}</span>
      {section.counts === null && <span className={utility.spoken}>：未接入</span>}
    </div>
  )
}

export function CellIcon({ name, children }: { name: IconName; children?: ReactNode }) {
  return (
    <span className={styles.icon}>
      <Icon name={name} />
      {children}
    </span>
  )
}

/** What the plug means; stands once below the grids. */
export function PlugLegend() {
  return (
    <p className={styles.legend}>
      <Icon name="plug" size={16} />
      未接入该数据源，不等于没有
    </p>
  )
}
