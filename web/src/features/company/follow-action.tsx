import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import { summaryOfDetail } from '../../domain/company/summary-of-detail.ts'
import { followNotices } from '../../domain/follow/follow-notices.ts'
import { GroupSheet } from '../../domain/follow/group-sheet.tsx'
import { classNames } from '../../lib/class-names.ts'
import { useFollowAfterLogin, useFollowControl } from '../../platform/follow/use-follow-control.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './follow-action.module.css'

/** 关注 in the row of actions. `className` is that of the other actions. */
export function FollowAction({ detail, className }: { detail: CompanyDetail; className: string | undefined }) {
  const control = useFollowControl(summaryOfDetail(detail), followNotices, detail.listings[0]?.shortName ?? null)
  useFollowAfterLogin(detail.id, () => control.moveTo(''))
  return (
    <>
      <button
        track-id="follow"
        type="button"
        className={classNames(className, control.isFollowed && styles.on)}
        onClick={control.toggle}
      >
        <Icon name="star" />
        <span className={styles.label}>{control.isFollowed ? '已关注' : '关注'}</span>
      </button>
      <GroupSheet control={control} />
    </>
  )
}
