import { LoginPrompt } from '../../domain/page/login-prompt.tsx'
import { usePageLocation } from './page-location.tsx'
import { useRequireLogin } from './require-login.ts'

/** `LoginPrompt` of the current page, which a login returns to. */
export function PageLoginPrompt({ purpose }: { purpose: string }) {
  const { key } = usePageLocation()
  return <LoginPrompt purpose={purpose} visit={key} onLogin={useRequireLogin()} />
}
