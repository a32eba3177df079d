import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { classNames } from '../../lib/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import rowStyles from '../company/company-row.module.css'
import type { FollowControl } from './follow-control.ts'
import styles from './group-sheet.module.css'
import { GroupSheet } from './group-sheet.tsx'

type Props = { company: CompanySummary; control: FollowControl }

/** 关注 as a star at the end of the name in a row of companies. Its place is reserved, so that nothing moves. */
export function FollowStar({ company, control }: Props) {
  const { isFollowed, toggle } = control
  return (
    <>
      <button
        track-id="follow"
        data-track-label="关注"
        type="button"
        className={classNames(rowStyles.corner, styles.star, isFollowed && styles.on)}
        aria-label={`关注${company.name}`}
        aria-pressed={isFollowed}
        onClick={toggle}
      >
        <Icon name="star" size={20} />
      </button>
      <GroupSheet control={control} />
    </>
  )
}
