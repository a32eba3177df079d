import type { FollowList } from '@baiqicha/contract/follow'
import { useNavigate } from '../../lib/router/router.tsx'
import { keepScroll } from '../../platform/navigation/scroll.ts'
import { Chip } from '../../ui/chip.tsx'
import chips from '../../ui/chips.module.css'
import { followPath } from './follow-params.ts'
import styles from './group-chips.module.css'

/** Filter by group with counts. */
export function GroupChips({ follows: { list, groups }, value }: { follows: FollowList; value: string }) {
  const navigate = useNavigate()
  if (groups.length === 0) return null
  const show = (group: string) => void navigate(followPath({ group }), keepScroll)
  const countOf = (group: string) => list.filter((row) => row.group === group).length
  return (
    <ul className={`${chips.scrolling} ${styles.chips}`} aria-label="分组">
      <li>
        <Chip trackId="all" pressed={value === ''} onClick={() => show('')}>
          全部 {list.length}
        </Chip>
      </li>
      {groups.map((group) => (
        <li key={group}>
          <Chip trackId="follow-group" pressed={group === value} onClick={() => show(group === value ? '' : group)}>
            <bdi>{group}</bdi> {countOf(group)}
          </Chip>
        </li>
      ))}
    </ul>
  )
}
