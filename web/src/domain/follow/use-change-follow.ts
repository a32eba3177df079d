import type { CompanySummary } from '@baiqicha/contract/company-summary'
import type { FollowList } from '@baiqicha/contract/follow'
import { resultCode } from '@baiqicha/contract/result-codes'
import { followRoutes } from '@baiqicha/contract/routes/follow'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '../../lib/router/router.tsx'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { useIsVip } from '../../platform/session/session-store.ts'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { findRow, newRow, withoutRow, withRow } from './follow-list.ts'
import { FOLLOW_LIST_KEY } from './follow-queries.ts'

const MUTATION_KEY = ['changeFollow'] as const

/** What the user wants: to follow a company in a group (empty: none), or to follow it no longer. */
export type FollowChange = Follow | { company: CompanySummary; isFollowed: false }
type Follow = {
  company: CompanySummary
  isFollowed: true
  group: string
  /** Undoes the end of a follow. */
  isUndo?: true
}

type Options = {
  /** Opens the choice of a group for a company that is followed since now. */
  onChooseGroup?: () => void
}

/**
 * Follows a company, moves it to a group, or stops following it. The list changes at once and again when the server
 * refuses. Calls run one after the other, so that a quick second tap cannot overtake the first.
 */
export function useChangeFollow({ onChooseGroup }: Options = {}) {
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
    onSuccess: (_state, change, { before }) => announce(change, before?.group),
    onError: (error, { company }, context) => {
      const before = context?.before
      edit((follows) => (before === undefined ? withoutRow(follows, company.id) : withRow(follows, before)))
      const rejection = rejectionOf(error)
      if (rejection !== null) void explain(rejection)
    },
    onSettled: () => {
      // Until the last call has ended, the server's list lacks what the user did since.
      if (client.isMutating({ mutationKey: MUTATION_KEY }) > 1) return undefined
      return client.invalidateQueries({ queryKey: FOLLOW_LIST_KEY })
    },
  })

  /** `groupBefore`: undefined when the user did not follow the company. */
  function announce(change: FollowChange, groupBefore: string | undefined) {
    const { company } = change
    if (!change.isFollowed) {
      const restore = () => mutate({ company, isFollowed: true, group: groupBefore ?? '', isUndo: true })
      showToast('已取消关注', { icon: 'check', action: { label: '撤销', onAct: restore } })
    } else if (change.isUndo === true) {
      showToast('已恢复关注', { icon: 'check' })
    } else if (groupBefore === undefined) {
      const action = onChooseGroup && change.group === '' ? { label: '设置分组', onAct: onChooseGroup } : undefined
      showToast('已关注', { icon: 'check', ...(action && { action }) })
    } else {
      showToast(change.group === '' ? '已移出分组' : `已移至“${change.group}”`, { icon: 'check' })
    }
  }

  async function explain({ code, message }: { code: number; message: string }) {
    // A member has the highest limit already.
    if (code !== resultCode.followLimit || isVip) return showToast(message, { icon: 'alert' })
    const isInterested = await confirmDialog({ title: message, cancel: '知道了', confirm: '查看会员权益' })
    if (isInterested) void navigate('/user/members')
  }

  // `pending`: the change that the server has not confirmed yet.
  return { change: mutate, pending: isPending ? variables : undefined }
}
