import type { DeskActionName } from '@baiqicha/contract/desk/actions'
import type { ComponentType } from 'react'
import type { IconName } from '../ui/icon.tsx'
import { AgreementTextsPage } from './agreements-page.tsx'
import { AlertsPage } from './alerts-page.tsx'
import { AuditLogPage } from './audit-page.tsx'
import { BackupsPage } from './backups-page.tsx'
import { ChecksPage } from './checks-page.tsx'
import { CompaniesPage } from './companies-page.tsx'
import { ContentPage } from './content-page.tsx'
import { CorrectionsPage } from './corrections-page.tsx'
import { InboxView } from './feedback-page.tsx'
import { FiguresPage } from './figures-page.tsx'
import { HelpContentPage } from './help-page.tsx'
import { ImportsPage } from './imports-page.tsx'
import { MembershipPage } from './membership-page.tsx'
import { NumbersPage } from './numbers-page.tsx'
import { OperationsPage } from './operations-page.tsx'
import { OperatorsPage } from './operators-page.tsx'
import { RequestsPage } from './requests-page.tsx'
import { SourcesPage } from './sources-page.tsx'
import { SuppressionsPage } from './suppressions-page.tsx'
import { TodoPage } from './todo-page.tsx'
import { AccountsPage } from './users-page.tsx'

export type DeskPage = {
  path: string
  title: string
  icon: IconName
  /** The page is shown to operators who may run this action; null: to all. */
  needs: DeskActionName | null
  /** `rest`: what follows the path. */
  Page: ComponentType<{ rest: string }>
}

export const deskPages: readonly { group: string; pages: readonly DeskPage[] }[] = [
  {
    group: '日常',
    pages: [
      { path: '/', title: '待办', icon: 'calendar', needs: null, Page: TodoPage },
      { path: '/corrections', title: '纠错与异议', icon: 'scale', needs: 'corrections list', Page: CorrectionsPage },
      { path: '/feedback', title: '反馈', icon: 'headset', needs: 'feedback list', Page: InboxView },
      { path: '/users', title: '用户', icon: 'mobile', needs: 'users show', Page: AccountsPage },
      { path: '/numbers', title: '隐藏号码', icon: 'eyeOff', needs: 'numbers list', Page: NumbersPage },
      { path: '/alerts', title: '推送', icon: 'send', needs: 'alerts list', Page: AlertsPage },
      { path: '/suppressions', title: '记录与人员屏蔽', icon: 'ban', needs: 'suppress list', Page: SuppressionsPage },
    ],
  },
  {
    group: '数据',
    pages: [
      { path: '/sources', title: '数据来源', icon: 'globe', needs: 'sources list', Page: SourcesPage },
      { path: '/imports', title: '导入', icon: 'doc', needs: 'imports list', Page: ImportsPage },
      { path: '/companies', title: '企业', icon: 'building', needs: 'companies list', Page: CompaniesPage },
      { path: '/requests', title: '更新与收录', icon: 'edit', needs: 'updates list', Page: RequestsPage },
    ],
  },
  {
    group: '内容',
    pages: [
      { path: '/content', title: '首页与我的', icon: 'home', needs: 'content show', Page: ContentPage },
      { path: '/help', title: '联系方式与帮助', icon: 'mail', needs: 'content show', Page: HelpContentPage },
      { path: '/agreements', title: '协议', icon: 'doc', needs: 'agreements list', Page: AgreementTextsPage },
      { path: '/membership', title: '会员', icon: 'crown', needs: 'membership grants', Page: MembershipPage },
    ],
  },
  {
    group: '系统',
    pages: [
      { path: '/figures', title: '统计', icon: 'pie', needs: 'figures show', Page: FiguresPage },
      { path: '/operations', title: '运行', icon: 'sliders', needs: 'operations show', Page: OperationsPage },
      { path: '/checks', title: '检查', icon: 'plug', needs: 'checks list', Page: ChecksPage },
      { path: '/backups', title: '备份', icon: 'copy', needs: 'backups list', Page: BackupsPage },
      { path: '/operators', title: '操作员', icon: 'lock', needs: 'operators list', Page: OperatorsPage },
      { path: '/audit', title: '审计', icon: 'clock', needs: 'audit list', Page: AuditLogPage },
    ],
  },
]
