import type { FollowList } from '@baiqicha/contract/follow'
import { useState } from 'react'
import { CompanyRow } from '../../domain/company/company-row.tsx'
import { findNamesakes } from '../../domain/company/company-row-namesakes.ts'
import { CompanyRowSkeleton } from '../../domain/company/company-row-skeleton.tsx'
import { CompareBar } from '../../domain/compare/compare-bar.tsx'
import { CompareStart, CompareToggle } from '../../domain/compare/compare-toggle.tsx'
import { followNotices } from '../../domain/follow/follow-notices.ts'
import { FollowStar } from '../../domain/follow/follow-star.tsx'
import { ListFailed } from '../../domain/page/list-failed.tsx'
import { Link, useNavigate } from '../../lib/router/router.tsx'
import { describeError } from '../../platform/api/messages.ts'
import { useCompareBasket } from '../../platform/compare/compare-basket.ts'
import type { FollowRow } from '../../platform/follow/follow-list.ts'
import { useFollowListQuery } from '../../platform/follow/follow-queries.ts'
import { useFollowControl } from '../../platform/follow/use-follow-control.ts'
import { keepScroll } from '../../platform/navigation/scroll.ts'
import { useIsVip } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import chips from '../../ui/chips.module.css'
import { Icon } from '../../ui/icon.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { ListState } from '../../ui/list-state.tsx'
import utility from '../../ui/utility.module.css'
import styles from './company-list.module.css'
import { followPath } from './follow-params.ts'
import { RenameSheet } from './rename-sheet.tsx'

/** 企业: followed companies, newest first, all or those of one group. */
export function CompanyList({ group }: { group: string }) {
  const { data, error, refetch } = useFollowListQuery()
  const navigate = useNavigate()
  const basket = useCompareBasket()

  if (data === undefined) {
    if (error === null) return <CompanyRowSkeleton variant="compact" />
    return <ListFailed reason={describeError(error)} onRetry={() => void refetch()} />
  }
  if (data.list.length === 0) {
    return (
      <ListState art="none" title="暂无关注企业" text="关注后，企业的信息变化显示于“动态”">
        <Button trackId="search-open" onClick={() => void navigate('/search')}>
          搜索企业
        </Button>
      </ListState>
    )
  }
  // The last company of a group may have left it.
  const shown = data.groups.includes(group) ? group : ''
  const rows = shown === '' ? data.list : data.list.filter((row) => row.group === shown)
  const namesakes = findNamesakes(rows.map(({ company }) => company))
  return (
    <>
      <Summary follows={data} group={shown} />
      <GroupChips follows={data} value={shown} />
      <ul className={styles.rows} aria-label={shown === '' ? '关注企业' : shown}>
        {rows.map((row) => (
          <FollowedCompany key={row.company.id} row={row} isNamesake={namesakes.has(row.company.id)} />
        ))}
      </ul>
      <CompareBar control={basket} />
    </>
  )
}

type SummaryProps = { follows: FollowList; group: string }

/** How many companies the user follows and may follow. The chosen group can be renamed. */
function Summary({ follows: { list, groups, limit }, group }: SummaryProps) {
  const basket = useCompareBasket()
  const isVip = useIsVip()
  const isAnyPaused = list.some(({ isPaused }) => isPaused)
  const members = (
    <Link track-id="members" to="/user/members" className={`${utility.tapHeight} ${styles.action}`}>
      查看会员权益
    </Link>
  )
  return (
    <>
      {isAnyPaused && (
        <div className={styles.paused}>
          <InfoNote tone="amber">
            会员到期后，超出 {limit} 家的关注已暂停，未删除。{members}
          </InfoNote>
        </div>
      )}
      <div className={styles.summary}>
        <p>
          共 <b>{list.length}</b> 家，上限 {limit} 家
        </p>
        <CompareStart control={basket} />
        {group === '' ? !isVip && !isAnyPaused && members : <EditGroup group={group} groups={groups} />}
      </div>
    </>
  )
}

function EditGroup({ group, groups }: { group: string; groups: readonly string[] }) {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        track-id="follow-group-edit"
        type="button"
        className={`${utility.tapHeight} ${styles.action}`}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        编辑分组
      </button>
      <RenameSheet
        key={group}
        group={group}
        groups={groups}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        onRenamed={(name) => void navigate(followPath({ group: name }), keepScroll)}
      />
    </>
  )
}

function FollowedCompany({ row, isNamesake }: { row: FollowRow; isNamesake: boolean }) {
  const { company, group, isPaused, unread } = row
  const control = useFollowControl(company, followNotices)
  const basket = useCompareBasket()
  return (
    <li className={styles.row}>
      <CompanyRow company={company} variant="compact" isNamesake={isNamesake} {...(isPaused && { note: '已暂停' })} />
      {basket.chosen === null ? (
        <FollowStar company={company} control={control} />
      ) : (
        <CompareToggle company={company} control={basket} />
      )}
      <div className={styles.foot}>
        <button
          track-id="follow-group-open"
          type="button"
          className={styles.group}
          aria-haspopup="dialog"
          onClick={() => control.setIsGrouping(true)}
        >
          <bdi className={utility.clip}>{group === '' ? '未分组' : group}</bdi>
          <Icon name="down" size={14} />
        </button>
        <Link
          track-id="company-changes"
          to={followPath({ tab: 'changes', companyId: company.id })}
          className={styles.changes}
        >
          {unread > 0 ? <b>{unread} 条新动态</b> : '动态'}
          <Icon name="right" size={14} />
        </Link>
      </div>
    </li>
  )
}

/** Filter by group with counts. */
function GroupChips({ follows: { list, groups }, value }: { follows: FollowList; value: string }) {
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
