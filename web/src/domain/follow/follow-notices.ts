import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { FollowNotices } from './follow-control.ts'

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
