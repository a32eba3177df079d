import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { useEffect, useEffectEvent } from 'react'
import { useRequireLogin } from '../../platform/navigation/require-login.ts'
import { isLoggedIn } from '../../platform/session/session-store.ts'
import { saveFollowIntent, takeFollowIntent } from './follow-intent.ts'
import { useFollowedRow } from './follow-queries.ts'
import { useChangeFollow } from './use-change-follow.ts'

/** State of the button 关注 of a company, and what a tap does. A visitor logs in first and returns. */
export function useFollow(company: CompanySummary, onChooseGroup: () => void) {
  const row = useFollowedRow(company.id)
  const requireLogin = useRequireLogin()
  const { change, pending } = useChangeFollow({ onChooseGroup })
  const isFollowed = pending?.isFollowed ?? row !== undefined

  function toggle() {
    if (!isLoggedIn()) saveFollowIntent(company.id)
    if (!requireLogin()) return
    if (isFollowed) change({ company, isFollowed: false })
    else change({ company, isFollowed: true, group: '' })
  }

  return { isFollowed, group: row?.group ?? '', toggle }
}

/** Follows the company once for a user who tapped 关注 as a visitor. A visitor who returns without a login does not. */
export function useFollowAfterLogin(company: CompanySummary) {
  const { change } = useChangeFollow()
  const follow = useEffectEvent(() => {
    if (takeFollowIntent(company.id) && isLoggedIn()) change({ company, isFollowed: true, group: '' })
  })
  useEffect(() => follow(), [company.id])
}
