import { kindTable } from '@baiqicha/contract/records/kind-table'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FoldRow } from './fold-row.tsx'
import styles from './section-grid.module.css'
import { type CompanySection, companyTabs, type SectionTab, unconnectedOf } from './section-views.ts'

type Props = {
  tabs: readonly SectionTab[]
  sections: readonly CompanySection[]
  /** The row is the last of a card. */
  isInCard?: boolean
}

/** One row for all kinds of record whose source is not connected; it opens to their names. */
export function UnconnectedSections({ tabs, sections, isInCard = false }: Props) {
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
