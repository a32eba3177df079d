import type { ReactNode } from 'react'
import { LoginPrompt } from '../../domain/page/login-prompt.tsx'
import shared from '../../domain/page/shared.module.css'
import { PageBar, type PageBarProps, usePageLocation } from './page.tsx'
import { useRequireLogin } from './require-login.ts'

/** White page below its bar. */
export const PlainPage = ({ children, ...bar }: PageBarProps & { children: ReactNode }) => (
  <>
    <PageBar line {...bar} />
    <div className={shared.plain}>{children}</div>
  </>
)

/** `LoginPrompt` of the current page, which a login returns to. */
export function PageLoginPrompt({ purpose }: { purpose: string }) {
  const { key } = usePageLocation()
  return <LoginPrompt purpose={purpose} visit={key} onLogin={useRequireLogin()} />
}
