import { mayRun } from '@baiqicha/contract/desk/actions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect } from 'react'
import { useAddress } from './address.ts'
import { AgreementTextsPage } from './agreements-page.tsx'
import { AlertsPage } from './alerts-page.tsx'
import { callSession, listenToSessionEnd } from './api.ts'
import { AuditLogPage } from './audit-page.tsx'
import { BackupsPage } from './backups-page.tsx'
import { ChecksPage } from './checks-page.tsx'
import { CompaniesPage } from './companies-page.tsx'
import { ContentPage } from './content-page.tsx'
import { ObjectionPage } from './correction-page.tsx'
import { CorrectionsPage } from './corrections-page.tsx'
import { InboxView } from './feedback-page.tsx'
import { FiguresPage } from './figures-page.tsx'
import { HelpContentPage } from './help-page.tsx'
import { ImportsPage } from './imports-page.tsx'
import { MembershipPage } from './membership-page.tsx'
import { NumbersPage } from './numbers-page.tsx'
import { OperationsPage } from './operations-page.tsx'
import { OperatorsPage } from './operators-page.tsx'
import { deskPages } from './pages.ts'
import { RequestsPage } from './requests-page.tsx'
import { SetUpPage } from './set-up-page.tsx'
import { Shell } from './shell.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { SourcesPage } from './sources-page.tsx'
import { FailedState, LoadingState, NoState } from './states.tsx'
import { SuppressionsPage } from './suppressions-page.tsx'
import { TodoPage } from './todo-page.tsx'
import { AccountsPage } from './users-page.tsx'

/** Pages by the first part of their path; `rest`: what follows it. */
const components: Record<string, ComponentType<{ rest: string }>> = {
  '/': TodoPage,
  '/corrections': ({ rest }) => (rest === '' ? <CorrectionsPage /> : <ObjectionPage key={rest} number={rest} />),
  '/feedback': InboxView,
  '/suppressions': SuppressionsPage,
  '/users': AccountsPage,
  '/numbers': NumbersPage,
  '/alerts': AlertsPage,
  '/sources': SourcesPage,
  '/imports': ImportsPage,
  '/companies': CompaniesPage,
  '/requests': RequestsPage,
  '/content': ContentPage,
  '/help': HelpContentPage,
  '/agreements': AgreementTextsPage,
  '/membership': MembershipPage,
  '/figures': FiguresPage,
  '/operations': OperationsPage,
  '/checks': ChecksPage,
  '/backups': BackupsPage,
  '/operators': OperatorsPage,
  '/audit': AuditLogPage,
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
  const Page = shown === undefined ? undefined : components[shown.path]
  return (
    <Shell session={session.data} groups={groups} path={`/${first}`}>
      {Page === undefined ? (
        <NoState title="没有这个页面" text="地址有误，或您的角色没有此页面。" />
      ) : (
        <Page rest={rest} />
      )}
    </Shell>
  )
}
