import type { DeskActionName } from '@baiqicha/contract/desk/actions'
import type { IconName } from '../ui/icon.tsx'

export type DeskPage = {
  path: string
  title: string
  icon: IconName
  /** The page is shown to operators who may run this action; null: to all. */
  needs: DeskActionName | null
}

export const deskPages: readonly { group: string; pages: readonly DeskPage[] }[] = [
  {
    group: '日常',
    pages: [
      { path: '/', title: '待办', icon: 'calendar', needs: null },
      { path: '/corrections', title: '纠错与异议', icon: 'scale', needs: 'corrections list' },
      { path: '/feedback', title: '反馈', icon: 'headset', needs: 'feedback list' },
      { path: '/users', title: '用户', icon: 'mobile', needs: 'users show' },
      { path: '/numbers', title: '隐藏号码', icon: 'eyeOff', needs: 'numbers list' },
      { path: '/alerts', title: '推送', icon: 'send', needs: 'alerts list' },
      { path: '/suppressions', title: '记录与人员屏蔽', icon: 'ban', needs: 'suppress list' },
    ],
  },
  {
    group: '数据',
    pages: [
      { path: '/sources', title: '数据来源', icon: 'globe', needs: 'sources list' },
      { path: '/imports', title: '导入', icon: 'doc', needs: 'imports list' },
      { path: '/companies', title: '企业', icon: 'building', needs: 'companies list' },
      { path: '/requests', title: '更新与收录', icon: 'edit', needs: 'updates list' },
    ],
  },
  {
    group: '内容',
    pages: [
      { path: '/content', title: '首页与我的', icon: 'home', needs: 'content show' },
      { path: '/help', title: '联系方式与帮助', icon: 'mail', needs: 'content show' },
      { path: '/agreements', title: '协议', icon: 'doc', needs: 'agreements list' },
      { path: '/membership', title: '会员', icon: 'crown', needs: 'membership grants' },
    ],
  },
  {
    group: '系统',
    pages: [
      { path: '/figures', title: '统计', icon: 'pie', needs: 'figures show' },
      { path: '/operations', title: '运行', icon: 'sliders', needs: 'operations show' },
      { path: '/checks', title: '检查', icon: 'plug', needs: 'checks list' },
      { path: '/backups', title: '备份', icon: 'copy', needs: 'backups list' },
      { path: '/operators', title: '操作员', icon: 'lock', needs: 'operators list' },
      { path: '/audit', title: '审计', icon: 'clock', needs: 'audit list' },
    ],
  },
]
