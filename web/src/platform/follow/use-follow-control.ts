import type { CompanySummary } from '@baiqicha/contract/company-summary'
import type { FollowList } from '@baiqicha/contract/follow'
import { resultCode } from '@baiqicha/contract/result-codes'
import { followRoutes } from '@baiqicha/contract/routes/follow'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { FollowChange, FollowControl, FollowNotices } from '../../domain/follow/follow-control.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { rejectionOf } from '../api/api-error.ts'
import { callApi } from '../api/client.ts'
import { useLoginPurpose } from '../navigation/login-purpose.ts'
import { useRequireLogin } from '../navigation/require-login.ts'
import { isLoggedIn, useIsVip } from '../session/session-store.ts'
import { sessionStore } from '../storage/safe-storage.ts'
import { FOLLOW_LIST_KEY, findRow, newRow, useFollowedRow, withoutRow, withRow } from './follow-queries.ts'

const MUTATION_KEY = ['changeFollow'] as const

type Options = {
  notices: FollowNotices
  /** Opens the choice of a group for a company that is followed since now. */
  onChooseGroup: () => void
}

/**
 * Follows a company, moves it to a group, or stops following it. The list changes at once, and again when the server
 * refuses. Calls run one after the other, so that a quick second tap cannot overtake the first.
 */
function useChangeFollow({ notices, onChooseGroup }: Options) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isVip = useIsVip()
  const edit = (change: (follows: FollowList) => FollowList) =>
    client.setQueryData<FollowList>(FOLLOW_LIST_KEY, (follows) => follows && change(follows))

  const { mutate, isPending, variables } = useMutation({
    mutationKey: MUTATION_KEY,
    scope: { id: 'changeFollow' },
    mutationFn: ({ company: { id: companyId }, ...change }: FollowChange) =>
      change.isFollowed
        ? callApi(followRoutes.followCompany, { companyId, group: change.group })
        : callApi(followRoutes.unfollowCompany, { companyId }),
    onMutate: async ({ company, ...change }) => {
      await client.cancelQueries({ queryKey: FOLLOW_LIST_KEY })
      const before = findRow(client.getQueryData<FollowList>(FOLLOW_LIST_KEY), company.id)
      edit((follows) => {
        if (!change.isFollowed) return withoutRow(follows, company.id)
        const row = before ?? newRow(company, change.group, new Date())
        return withRow(follows, { ...row, group: change.group })
      })
      return { before }
    },
    onSuccess: (_state, change, { before }) => {
      const { company } = change
      notices.onChanged({
        change,
        groupBefore: before?.group,
        undo: () => mutate({ company, isFollowed: true, group: before?.group ?? '', isUndo: true }),
        chooseGroup: onChooseGroup,
      })
    },
    onError: (error, { company }, context) => {
      const before = context?.before
      edit((follows) => (before === undefined ? withoutRow(follows, company.id) : withRow(follows, before)))
      const rejection = rejectionOf(error)
      if (rejection === null) return
      // A member has the highest limit already.
      const canRise = rejection.code === resultCode.followLimit && !isVip
      void notices.onRefused({
        message: rejection.message,
        openMembers: canRise ? () => void navigate('/user/members') : null,
      })
    },
    onSettled: () => {
      // Until the last call has ended, the server's list lacks what the user did since.
      if (client.isMutating({ mutationKey: MUTATION_KEY }) > 1) return undefined
      return client.invalidateQueries({ queryKey: FOLLOW_LIST_KEY })
    },
  })

  // `pending`: the change that the server has not confirmed yet.
  return { change: mutate, pending: isPending ? variables : undefined }
}

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
