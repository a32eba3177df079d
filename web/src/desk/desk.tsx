import { operatorRoleLabels } from '@baiqicha/contract/desk/action'
import { type DeskActionName, mayRun } from '@baiqicha/contract/desk/actions'
import type { SignedIn } from '@baiqicha/contract/desk/operators'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { Icon, type IconName } from '../ui/icon.tsx'
import { AgreementTextsPage } from './agreements-page.tsx'
import { AlertsPage } from './alerts-page.tsx'
import { callSession, listenToSessionEnd } from './api.ts'
import { AuditLogPage } from './audit-page.tsx'
import { BackupsPage } from './backups-page.tsx'
import { ChecksPage } from './checks-page.tsx'
import { CompaniesPage } from './companies-page.tsx'
import { ContentPage } from './content-page.tsx'
import { CorrectionsPage } from './corrections-page.tsx'
import {
  DeskBrand,
  DeskButton,
  DeskLink,
  ErrorLine,
  FailedState,
  LabelledInput,
  LoadingState,
  NoState,
} from './elements.tsx'
import { InboxView } from './feedback-page.tsx'
import { FiguresPage } from './figures-page.tsx'
import { HelpContentPage } from './help-page.tsx'
import { addressOf, useAddress, useAttempt } from './hooks.ts'
import { ImportsPage } from './imports-page.tsx'
import { MembershipPage } from './membership-page.tsx'
import { NumbersPage } from './numbers-page.tsx'
import { OperationsPage } from './operations-page.tsx'
import { OperatorsPage } from './operators-page.tsx'
import { RequestsPage } from './requests-page.tsx'
import { SetUpPage } from './set-up-page.tsx'
import { SourcesPage } from './sources-page.tsx'
import { SuppressionsPage } from './suppressions-page.tsx'
import { minuteText } from './texts.ts'
import { TodoPage } from './todo-page.tsx'
import { AccountsPage } from './users-page.tsx'

/** Login with name, password and the code of the authenticator. */
function SignInPage() {
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { error, isBusy, attempt } = useAttempt()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const isIn = await attempt(async () =>
      queries.setQueryData(['session'], await callSession('session/login', { name, password, code })),
    )
    if (!isIn) setCode('')
  }

  return (
    <main className="gate">
      <form className="sheet" onSubmit={(event) => void submit(event)}>
        <DeskBrand />
        <h1>登录</h1>
        <LabelledInput label="姓名" value={name} autoComplete="username" required onChange={setName} />
        <LabelledInput
          label="密码"
          type="password"
          value={password}
          autoComplete="current-password"
          required
          onChange={setPassword}
        />
        <LabelledInput
          label="动态码或恢复码"
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          onChange={setCode}
        />
        <ErrorLine text={error} />
        <DeskButton text="登录" type="submit" look="primary wide" disabled={isBusy} />
        <DeskLink to={addressOf('/setup')} text="首次设置" />
      </form>
    </main>
  )
}

type ShellProps = {
  session: SignedIn
  groups: readonly { group: string; pages: readonly DeskPage[] }[]
  /** Of the open page. */
  path: string
  children: ReactNode
}

/** The list is longer than a low window. */
const showInList = (link: HTMLElement | null) => link?.scrollIntoView?.({ block: 'nearest' })

/** The list of pages beside the open page. */
function Shell({ session, groups, path, children }: ShellProps) {
  const queries = useQueryClient()
  const roles = session.roles.map((role) => operatorRoleLabels[role]).join('、')
  async function signOut() {
    await callSession('session/logout', {}).catch(() => {})
    queries.setQueryData(['session'], null)
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  }
  return (
    <div className="desk">
      <nav className="side" aria-label="页面">
        <DeskBrand />
        {groups.map(({ group, pages }) => (
          <section key={group} aria-label={group}>
            <div className="group">{group}</div>
            {pages.map((page) => (
              <a
                key={page.path}
                href={addressOf(page.path)}
                aria-current={page.path === path ? 'page' : undefined}
                ref={page.path === path ? showInList : undefined}
                title={page.title}
              >
                <Icon name={page.icon} size={16} />
                <span>{page.title}</span>
              </a>
            ))}
          </section>
        ))}
        <div className="me">
          <span className="avatar" aria-hidden="true">
            {session.name.slice(-1)}
          </span>
          <div className="who">
            <span>
              <b>{session.name}</b> 至 {minuteText(session.expiresAt).slice(11)}
            </span>
            <span title={roles}>{roles}</span>
          </div>
          <DeskButton text="退出" look="small" onClick={() => void signOut()} />
        </div>
      </nav>
      <main className="main" aria-label="内容">
        {children}
      </main>
    </div>
  )
}

/** The whole desk: login and set-up, or the pages of the operator's roles. */
export function Desk() {
  const queries = useQueryClient()
  const { path, params } = useAddress()
  const session = useQuery({ queryKey: ['session'], queryFn: () => callSession('session/current', {}) })

  useEffect(() => {
    listenToSessionEnd(() => queries.setQueryData(['session'], null))
  }, [queries])

  if (path === '/setup') return <SetUpPage setupCode={params.get('code') ?? ''} />
  if (session.isPending) return <LoadingState />
  if (session.isError) return <FailedState error={session.error} onRetry={() => void session.refetch()} />
  if (session.data === null) return <SignInPage />

  const { roles } = session.data
  const groups = deskPages
    .map(({ group, pages }) => ({ group, pages: pages.filter(({ needs }) => needs === null || mayRun(roles, needs)) }))
    .filter(({ pages }) => pages.length > 0)
  const [, first = '', rest = ''] = path.split('/')
  const shown = groups.flatMap(({ pages }) => pages).find((page) => page.path === `/${first}`)
  return (
    <Shell session={session.data} groups={groups} path={`/${first}`}>
      {shown === undefined ? (
        <NoState title="没有这个页面" text="地址有误，或您的角色没有此页面。" />
      ) : (
        <shown.Page rest={rest} />
      )}
    </Shell>
  )
}

type DeskPage = {
  path: string
  title: string
  icon: IconName
  /** The page is shown to operators who may run this action; null: to all. */
  needs: DeskActionName | null
  /** `rest`: what follows the path. */
  Page: ComponentType<{ rest: string }>
}

const deskPages: readonly { group: string; pages: readonly DeskPage[] }[] = [
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
