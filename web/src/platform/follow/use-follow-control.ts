import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { useEffect, useEffectEvent, useState } from 'react'
import type { FollowControl, FollowNotices } from '../../domain/follow/follow-control.ts'
import { useLoginPurpose } from '../navigation/login-purpose.ts'
import { useRequireLogin } from '../navigation/require-login.ts'
import { isLoggedIn } from '../session/session-store.ts'
import { sessionStore } from '../storage/safe-storage.ts'
import { useFollowedRow } from './follow-queries.ts'
import { useChangeFollow } from './use-change-follow.ts'

const KEY = 'followIntent'

/**
 * Notes that a visitor wants to follow a company. Not part of the address: a link must not follow a company for the user
 * who opens it.
 */
const saveFollowIntent = (companyId: string) => sessionStore.write(KEY, companyId)

/** Whether the visitor wanted to follow this company. Forgets it. */
function takeFollowIntent(companyId: string): boolean {
  const wanted = sessionStore.read(KEY)
  sessionStore.remove(KEY)
  return wanted === companyId
}

/**
 * State and actions of the button 关注 of a company. A visitor logs in first and returns; `shortName` is the name on the
 * login page, null when the company has none.
 */
export function useFollowControl(
  company: CompanySummary,
  notices: FollowNotices,
  shortName: string | null = null,
): FollowControl {
  const { row, groups, isOverLimit } = useFollowedRow(company.id)
  const requireLogin = useRequireLogin()
  const saveLoginPurpose = useLoginPurpose()
  const [isGrouping, setIsGrouping] = useState(false)
  const { change, pending } = useChangeFollow({ notices, onChooseGroup: () => setIsGrouping(true) })
  const isFollowed = pending?.isFollowed ?? row !== undefined

  async function unfollow() {
    if (!isOverLimit || (await notices.confirmFinal())) change({ company, isFollowed: false, isFinal: isOverLimit })
  }

  function toggle() {
    if (!isLoggedIn()) saveFollowIntent(company.id)
    saveLoginPurpose(`关注${shortName ?? '该企业'}`)
    if (!requireLogin()) return
    if (isFollowed) void unfollow()
    else change({ company, isFollowed: true, group: '' })
  }

  const moveTo = (group: string) => change({ company, isFollowed: true, group })
  return { isFollowed, group: row?.group ?? '', groups, toggle, moveTo, isGrouping, setIsGrouping }
}

/** Calls `follow` once for a user who tapped 关注 as a visitor. A visitor who returns without a login does not follow. */
export function useFollowAfterLogin(companyId: string, follow: () => void) {
  const followNow = useEffectEvent(() => {
    if (takeFollowIntent(companyId) && isLoggedIn()) follow()
  })
  useEffect(() => followNow(), [])
}
