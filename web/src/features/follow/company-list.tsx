import type { FollowList } from '@baiqicha/contract/follow'
import { followRoutes } from '@baiqicha/contract/routes/follow'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CompanyRow, CompanyRowSkeleton, findNamesakes } from '../../domain/company/company-row.tsx'
import { CompareBar, CompareStart, CompareToggle } from '../../domain/compare/compare-bar.tsx'
import { followNotices } from '../../domain/follow/follow-control.ts'
import { FollowStar, GroupNameField } from '../../domain/follow/follow-star.tsx'
import { ListFailed } from '../../domain/page/page-failed.tsx'
import shared from '../../domain/page/shared.module.css'
import { Link, useNavigate } from '../../lib/router/router.tsx'
import { describeError, rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { useCompareBasket } from '../../platform/compare/compare-basket.ts'
import {
  FOLLOW_LIST_KEY,
  type FollowRow,
  useFollowListQuery,
  withRenamedGroup,
} from '../../platform/follow/follow-queries.ts'
import { useFollowControl } from '../../platform/follow/use-follow-control.ts'
import { keepScroll } from '../../platform/navigation/page-scroll.ts'
import { useIsVip } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import chips from '../../ui/chip.module.css'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { showToast } from '../../ui/toast.tsx'
import utility from '../../ui/utility.module.css'
import styles from './follow-page.module.css'
import { followPath } from './follow-params.ts'

type Props = {
  group: string
  groups: readonly string[]
  isOpen: boolean
  onClose: () => void
  /** Called with the new name; empty: the group is dissolved. */
  onRenamed: (name: string) => void
}

/** Renames a group or dissolves it. The companies stay followed. */
function RenameSheet({ group, groups, isOpen, onClose, onRenamed }: Props) {
  const client = useQueryClient()
  const [name, setName] = useState(group)
  const [error, setError] = useState('')
  const { mutate, isPending } = useMutation({
    mutationFn: (to: string) => callApi(followRoutes.renameFollowGroup, { from: group, to }),
    onSuccess: (_done, to) => {
      onClose()
      client.setQueryData<FollowList>(FOLLOW_LIST_KEY, (follows) => follows && withRenamedGroup(follows, group, to))
      showToast(to === '' ? '分组已解散' : '分组已重命名', { icon: 'check', isForNextPage: true })
      onRenamed(to)
      return client.invalidateQueries({ queryKey: FOLLOW_LIST_KEY })
    },
    onError: (failure) => setError(rejectionOf(failure)?.message ?? ''),
  })

  function save() {
    const wanted = name.trim()
    if (wanted === '') setError('请输入分组名称')
    else if (wanted === group) onClose()
    else mutate(wanted)
  }

  const willMerge = name.trim() !== group && groups.includes(name.trim())
  return (
    <Sheet
      open={isOpen}
      onClose={onClose}
      title="编辑分组"
      foot={
        <>
          <Button trackId="follow-group-dissolve" tone="line" busy={isPending} onClick={() => mutate('')}>
            解散分组
          </Button>
          <Button trackId="save" busy={isPending} onClick={save}>
            保存
          </Button>
        </>
      }
    >
      <form
        className={shared.padded}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) save()
        }}
      >
        <GroupNameField
          value={name}
          error={error}
          onChange={(text) => {
            setName(text)
            setError('')
          }}
        />
        <p className={styles.renameNote}>
          {willMerge ? '已有同名分组，保存后合并' : '解散分组后，企业仍在“我的关注”中'}
        </p>
      </form>
    </Sheet>
  )
}

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
      <ul className={shared.white} aria-label={shown === '' ? '关注企业' : shown}>
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
        <div className={shared.flowRoot}>
          <InfoNote tone="amber">
            会员到期后，超出 {limit} 家的关注已暂停，未删除。{members}
          </InfoNote>
        </div>
      )}
      <div className={shared.summary}>
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
