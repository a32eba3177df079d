import type { FollowList } from '@baiqicha/contract/follow'
import { useState } from 'react'
import { CompanyRow } from '../../domain/company-row.tsx'
import { findNamesakes } from '../../domain/company-row-namesakes.ts'
import { CompanyRowSkeleton } from '../../domain/company-row-skeleton.tsx'
import type { FollowRow } from '../../domain/follow/follow-list.ts'
import { useFollowListQuery } from '../../domain/follow/follow-queries.ts'
import { FollowStar } from '../../domain/follow/follow-star.tsx'
import { GroupSheet } from '../../domain/follow/group-sheet.tsx'
import { ListFailed } from '../../domain/list-failed.tsx'
import { Link, useNavigate } from '../../lib/router/router.tsx'
import { describeError } from '../../platform/api/messages.ts'
import { useIsVip } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { ListState } from '../../ui/list-state.tsx'
import styles from './company-list.module.css'
import { followPath } from './follow-params.ts'
import { GroupChips } from './group-chips.tsx'

/** 企业: followed companies, newest first, all or those of one group. */
export function CompanyList({ group }: { group: string }) {
  const { data, error, refetch } = useFollowListQuery()
  const navigate = useNavigate()
  const [grouped, setGrouped] = useState<{ row: FollowRow; isOpen: boolean } | null>(null)

  if (data === undefined) {
    if (error === null) return <CompanyRowSkeleton variant="compact" />
    return <ListFailed reason={describeError(error)} onRetry={() => void refetch()} />
  }
  if (data.list.length === 0) {
    return (
      <ListState art="none" title="暂无关注企业" text="关注后，企业的信息变化显示于“动态”">
        <Button onClick={() => void navigate('/search')}>搜索企业</Button>
      </ListState>
    )
  }
  // The last company of a group may have left it.
  const shown = data.groups.includes(group) ? group : ''
  const rows = shown === '' ? data.list : data.list.filter((row) => row.group === shown)
  const namesakes = findNamesakes(rows.map(({ company }) => company))
  return (
    <>
      <Summary follows={data} />
      <GroupChips follows={data} value={shown} />
      <ul className={styles.rows} aria-label={shown === '' ? '关注企业' : shown}>
        {rows.map((row) => (
          <FollowedCompany
            key={row.company.id}
            row={row}
            isNamesake={namesakes.has(row.company.id)}
            onGroup={() => setGrouped({ row, isOpen: true })}
          />
        ))}
      </ul>
      {grouped !== null && (
        <GroupSheet
          company={grouped.row.company}
          isOpen={grouped.isOpen}
          onClose={() => setGrouped({ ...grouped, isOpen: false })}
        />
      )}
    </>
  )
}

/** How many companies the user follows and may follow. */
function Summary({ follows: { list, limit } }: { follows: FollowList }) {
  const isVip = useIsVip()
  const isAnyPaused = list.some(({ isPaused }) => isPaused)
  return (
    <>
      {isAnyPaused && (
        <InfoNote tone="amber">
          会员到期后，超出 {limit} 家的关注已暂停，未删除。
          <Link to="/user/members" className={styles.members}>
            查看会员权益
          </Link>
        </InfoNote>
      )}
      <p className={styles.summary}>
        <span>
          共 <b>{list.length}</b> 家，上限 {limit} 家
        </span>
        {!isVip && !isAnyPaused && (
          <Link to="/user/members" className={styles.members}>
            查看会员权益
          </Link>
        )}
      </p>
    </>
  )
}

type FollowedCompanyProps = { row: FollowRow; isNamesake: boolean; onGroup: () => void }

function FollowedCompany({ row, isNamesake, onGroup }: FollowedCompanyProps) {
  const { company, group, isPaused, unread } = row
  return (
    <li className={styles.row}>
      <CompanyRow company={company} variant="compact" isNamesake={isNamesake} {...(isPaused && { note: '已暂停' })} />
      <FollowStar company={company} />
      <div className={styles.foot}>
        <button type="button" className={styles.group} aria-haspopup="dialog" onClick={onGroup}>
          <bdi className={styles.name}>{group === '' ? '未分组' : group}</bdi>
          <Icon name="down" size={14} />
        </button>
        <Link to={followPath({ tab: 'changes', companyId: company.id })} className={styles.changes}>
          {unread > 0 ? <b>{unread} 条新动态</b> : '动态'}
          <Icon name="right" size={14} />
        </Link>
      </div>
    </li>
  )
}
