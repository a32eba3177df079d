import type { CompanySummary } from '@baiqicha/contract/company-summary'
import type { CompanyEvent } from '@baiqicha/contract/follow'
import { kindTable } from '@baiqicha/contract/records/kind-table'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { companyPath } from '../company/company-path.ts'
import { recordDetailPath, recordListPath } from '../record/record-paths.ts'

/** What the user wants: to follow a company in a group (empty: none), or to follow it no longer. */
export type FollowChange = Follow | Unfollow
type Follow = {
  company: CompanySummary
  isFollowed: true
  group: string
  /** Undoes the end of a follow. */
  isUndo?: true
}

type Unfollow = {
  company: CompanySummary
  isFollowed: false
  /** The limit of the level does not permit to follow the company again. */
  isFinal: boolean
}

/** State and actions of the button 关注 of one company. */
export type FollowControl = {
  isFollowed: boolean
  /** Empty: none. */
  group: string
  /** All groups of the user. */
  groups: readonly string[]
  toggle: () => void
  moveTo: (group: string) => void
  /** Whether the choice of a group is open. */
  isGrouping: boolean
  setIsGrouping: (isGrouping: boolean) => void
}

/** Shows what became of a change. */
export type FollowNotices = {
  /** Whether the user wants to end a follow that cannot be undone. */
  confirmFinal: () => Promise<boolean>
  /** `groupBefore`: undefined when the user did not follow the company. */
  onChanged: (of: {
    change: FollowChange
    groupBefore: string | undefined
    undo: () => void
    chooseGroup: () => void
  }) => void
  /** `openMembers`: null when a membership would not help. */
  onRefused: (of: { message: string; openMembers: (() => void) | null }) => Promise<void>
}

/** Toasts, and a question at the limit of the level: a sentence that leads on must not vanish by itself. */
export const followNotices: FollowNotices = {
  confirmFinal: () =>
    confirmDialog({
      title: '取消关注该企业？',
      text: '关注已超出上限，取消后无法撤销',
      cancel: '保留',
      confirm: '取消关注',
      danger: true,
    }),

  onChanged({ change, groupBefore, undo, chooseGroup }) {
    if (!change.isFollowed) {
      showToast('已取消关注', { icon: 'check', ...(!change.isFinal && { action: { label: '撤销', onAct: undo } }) })
    } else if (change.isUndo === true) {
      showToast('已恢复关注', { icon: 'check' })
    } else if (groupBefore === undefined) {
      showToast('已关注', { icon: 'check', action: { label: '设置分组', onAct: chooseGroup } })
    } else {
      showToast(change.group === '' ? '已移出分组' : `已移至“${change.group}”`, { icon: 'check' })
    }
  },

  async onRefused({ message, openMembers }) {
    if (openMembers === null) showToast(message, { icon: 'alert' })
    else if (await confirmDialog({ title: message, cancel: '知道了', confirm: '查看会员权益' })) openMembers()
  },
}

/** The most exact page about an event: the record, the list of its kind, the register entry, or the company. */
export function eventPath({
  kind,
  recordId,
  companyId,
}: Pick<CompanyEvent, 'kind' | 'recordId' | 'companyId'>): string {
  if (kind === 'fact') return `/overview/businessInfo?${new URLSearchParams({ id: companyId }).toString()}`
  const { hasDetail, listedOn } = kindTable[kind]
  if (recordId !== null && hasDetail) return recordDetailPath(kind, recordId, companyId)
  return listedOn === 'page' ? recordListPath(kind, companyId) : companyPath(companyId)
}
