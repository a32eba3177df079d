import { type Benefit, type BenefitValue, benefits, type UserLevel, userLevels } from '@baiqicha/contract/benefits'
import { useEffect } from 'react'
import { openGiftModal } from '../../domain/gift/gift-store.ts'
import { SettingCell } from '../../domain/page/setting-cell.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatNumber } from '../../lib/format.ts'
import { messages } from '../../platform/api/api-error.ts'
import { useAppearance } from '../../platform/appearance/appearance.ts'
import { PageBar } from '../../platform/navigation/page.tsx'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { useUserInfoQuery } from '../../platform/session/session-actions.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toast.tsx'
import utility from '../../ui/utility.module.css'
import styles from './members-page.module.css'
import { StatusCard } from './status-card.tsx'

const levelNames: Readonly<Record<UserLevel, string>> = { visitor: '访客', registered: '登录', vip: '会员' }

/** Whether members currently get anything beyond registered users. */
const hasMemberOnly = benefits.some(({ values }) => values.vip !== values.registered)

/** Table of benefits, from the rows that the server enforces. */
function BenefitTable() {
  const { isElder } = useAppearance()
  const Row = isElder ? StackedRow : WideRow
  return (
    <Card label="权益对照">
      <h2 className={styles.heading}>权益对照</h2>
      <table className={classNames(styles.table, isElder && styles.stacked)}>
        <thead>
          <tr>
            {!isElder && (
              <th scope="col" className={styles.corner}>
                已上线的功能
              </th>
            )}
            {userLevels.map((level) => (
              <th key={level} scope="col" className={cellOf(level)}>
                {levelNames[level]}
              </th>
            ))}
          </tr>
        </thead>
        {benefits.map((benefit) => (
          <Row key={benefit.key} benefit={benefit} />
        ))}
      </table>
      <div className={styles.notes}>
        <p>工商与风险信息永久免费。会员到期后恢复为登录用户，记录不会删除。</p>
        <p>
          {hasMemberOnly ? '' : '目前会员与登录用户权益相同，'}
          新权益上线后在此更新。
        </p>
      </div>
    </Card>
  )
}

const cellOf = (level: UserLevel) => classNames(styles.value, level === 'vip' && styles.vip)

function WideRow({ benefit }: { benefit: Benefit }) {
  return (
    <tbody>
      <tr>
        <th scope="row" className={styles.name}>
          {benefit.name}
        </th>
        <Values benefit={benefit} />
      </tr>
    </tbody>
  )
}

/** Row in elder mode: the name above its three values. */
function StackedRow({ benefit }: { benefit: Benefit }) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={userLevels.length} className={styles.nameAbove}>
          {benefit.name}
        </th>
      </tr>
      <tr>
        <Values benefit={benefit} />
      </tr>
    </tbody>
  )
}

function Values({ benefit }: { benefit: Benefit }) {
  return userLevels.map((level) => (
    <td key={level} className={cellOf(level)}>
      <Value value={benefit.values[level]} unit={benefit.unit} />
    </td>
  ))
}

function Value({ value, unit }: { value: BenefitValue; unit: string | undefined }) {
  if (typeof value === 'string') return <span className={styles.text}>{value}</span>
  if (typeof value === 'number') {
    return (
      <span className={styles.count}>
        {formatNumber(value)}
        <span className={styles.unit}> {unit}</span>
      </span>
    )
  }
  return (
    <>
      {value ? <Icon name="check" size={18} className={styles.yes} /> : <span aria-hidden="true">—</span>}
      <span className={utility.spoken}>{value ? '有' : '无'}</span>
    </>
  )
}

/** 会员中心: membership status, benefits, and the gift while it is unclaimed. */
export function MembersPage() {
  const { userInfo } = useSession()
  const { isError } = useUserInfoQuery()
  const isStale = isError && userInfo !== null

  useEffect(() => {
    if (isStale) showToast(messages.userInfoFailed, { icon: 'alert' })
  }, [isStale])

  return (
    <>
      <PageBar title="会员中心" />
      <div className={styles.page}>
        <StatusCard />
        <BenefitTable />
        <Card as="nav" label="关于会员">
          <SettingCell trackId="members-introduction" icon="crown" label="会员介绍" to="/user/membersIntroduction" />
          <SettingCell
            trackId="membership-agreement"
            icon="doc"
            label="会员协议"
            to="/user/agreement?type=membership"
          />
        </Card>
      </div>
      <GiftEntry />
    </>
  )
}

function GiftEntry() {
  const { isLoggedIn, userInfo } = useSession()
  const requireLogin = useRequireLogin()
  if (isLoggedIn && userInfo?.canClaimGift !== true) return null
  return (
    <div className={styles.foot}>
      {isLoggedIn ? (
        <Button trackId="gift-open" tone="gold" block onClick={() => openGiftModal({ source: 'members' })}>
          免费领取两年会员
        </Button>
      ) : (
        <Button trackId="login" tone="gold" block onClick={() => void requireLogin()}>
          登录后领取
        </Button>
      )}
    </div>
  )
}
