import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './follow-action.module.css'
import { GroupSheet } from './group-sheet.tsx'
import { useFollow, useFollowAfterLogin } from './use-follow.ts'

/** 关注 in the row of actions of a company's page. `className` is that of the other actions. */
export function FollowAction({ company, className }: { company: CompanySummary; className: string | undefined }) {
  const [isGrouping, setIsGrouping] = useState(false)
  const { isFollowed, toggle } = useFollow(company, () => setIsGrouping(true))
  useFollowAfterLogin(company)
  return (
    <>
      <button type="button" className={classNames(className, isFollowed && styles.on)} onClick={toggle}>
        <Icon name="star" />
        <span className={styles.label}>{isFollowed ? '已关注' : '关注'}</span>
      </button>
      <GroupSheet company={company} isOpen={isGrouping} onClose={() => setIsGrouping(false)} />
    </>
  )
}
