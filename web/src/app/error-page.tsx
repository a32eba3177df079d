import { Component, type ReactNode, useEffect } from 'react'
import type { Location } from 'react-router'
import { useNavigate, useRouterState } from '../lib/router/router.tsx'
import { messages } from '../platform/api/api-error.ts'
import { PageBar } from '../platform/navigation/page.tsx'
import { HOME_PATH, matchPage } from '../platform/navigation/pages.ts'
import { Button } from '../ui/button.tsx'
import { CriticalListState as ListState } from '../ui/critical-list-state.tsx'
import { showToast } from '../ui/toast.tsx'
import utility from '../ui/utility.module.css'
import { reloadApp } from './reload-app.ts'

/** Messages of browsers for a failed script, and of Vite for a failed style sheet. */
const notFetched = /dynamically imported module|module script failed|unable to preload/i

async function reload() {
  if (!(await reloadApp())) showToast(messages.network, { icon: 'alert' })
}

/** Reloads the app at Home, so that broken state is discarded. */
function restartAtHome() {
  window.location.hash = HOME_PATH
  void reload()
}

/** Replaces a page that threw or whose code failed to load. Reloads such code by itself when the connection returns. */
export function ErrorPage({ error }: { error: unknown }) {
  const navigate = useNavigate()
  const { location } = useRouterState()
  const isNotFetched = error instanceof Error && notFetched.test(error.message)
  useEffect(() => {
    if (!isNotFetched) return undefined
    const onOnline = () => void reloadApp()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [isNotFetched])

  const goHome = () => (isNotFetched ? void navigate(HOME_PATH, { replace: true }) : restartAtHome())
  return (
    <div className={utility.whitePage}>
      <PageBar title={matchPage(location.pathname)?.title ?? ''} line />
      <ListState
        art="failed"
        title={isNotFetched ? '加载失败' : '页面出错'}
        text={isNotFetched ? messages.network : '请重新加载，或返回首页'}
      >
        <Button trackId="home" tone="line" onClick={goHome}>
          返回首页
        </Button>
        <Button trackId="retry" onClick={() => void reload()}>
          {isNotFetched ? '重试' : '重新加载'}
        </Button>
      </ListState>
    </div>
  )
}

type Props = { location: Location; children: ReactNode }
type State = { location: Location; failure: { error: unknown } | null }

/** Shows the error page after a render error, until the location changes. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { location: this.props.location, failure: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ location }: Props, state: State): State | null {
    return location === state.location ? null : { location, failure: null }
  }

  override render() {
    const { failure } = this.state
    return failure === null ? this.props.children : <ErrorPage error={failure.error} />
  }
}
