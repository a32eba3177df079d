import { operatorRoleLabels } from '@baiqicha/contract/desk/roles'
import type { SignedIn } from '@baiqicha/contract/desk/session'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import { Logo, Wordmark } from '../ui/logo.tsx'
import { addressOf } from './address.ts'
import { callSession } from './api.ts'
import type { DeskPage } from './pages.ts'
import { minuteText } from './time-text.ts'

type ShellProps = {
  session: SignedIn
  groups: readonly { group: string; pages: readonly DeskPage[] }[]
  /** Of the open page. */
  path: string
  children: ReactNode
}

/** The list of pages beside the open page. */
export function Shell({ session, groups, path, children }: ShellProps) {
  const queries = useQueryClient()
  async function signOut() {
    await callSession('session/logout', {}).catch(() => {})
    queries.setQueryData(['session'], null)
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  }
  return (
    <div className="desk">
      <nav className="side" aria-label="页面">
        <div className="brand">
          <Logo size={28} />
          <Wordmark size={21} />
          <small>后台</small>
        </div>
        {groups.map(({ group, pages }) => (
          <section key={group} aria-label={group}>
            <div className="group">{group}</div>
            {pages.map((page) => (
              <a
                key={page.path}
                href={addressOf(page.path)}
                aria-current={page.path === path ? 'page' : undefined}
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
            <b>{session.name}</b>
            <span>
              {session.roles.map((role) => operatorRoleLabels[role]).join('、')}{' '}
              <span>至 {minuteText(session.expiresAt).slice(11)}</span>
            </span>
          </div>
          <button type="button" className="bt small" onClick={() => void signOut()}>
            退出
          </button>
        </div>
      </nav>
      <main className="main" aria-label="内容">
        {children}
      </main>
    </div>
  )
}
