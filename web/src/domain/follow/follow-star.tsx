import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './follow-star.module.css'
import { GroupSheet } from './group-sheet.tsx'
import { useFollow } from './use-follow.ts'

/** 关注 as a star at the end of the name in a row of companies. Its place is reserved, so that nothing moves. */
export function FollowStar({ company }: { company: CompanySummary }) {
  const [isGrouping, setIsGrouping] = useState(false)
  const { isFollowed, toggle } = useFollow(company, () => setIsGrouping(true))
  return (
    <>
      <button
        type="button"
        className={classNames(styles.star, isFollowed && styles.on)}
        aria-label={`关注${company.name}`}
        aria-pressed={isFollowed}
        onClick={toggle}
      >
        <Icon name="star" size={20} />
      </button>
      <GroupSheet company={company} isOpen={isGrouping} onClose={() => setIsGrouping(false)} />
    </>
  )
}
