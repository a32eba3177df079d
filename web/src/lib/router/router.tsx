import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { createPath, type To } from 'react-router'
import type { Router, RouterState } from './create-router.ts'

const RouterContext = createContext<Router | null>(null)
const RouterStateContext = createContext<RouterState | null>(null)

function required<T>(value: T | null): T {
  if (value === null) throw new Error('A router hook is called outside RouterProvider')
  return value
}

const useRouter = () => required(use(RouterContext))

/** The current location, how it was reached, and its page. */
export const useRouterState = () => required(use(RouterStateContext))

export type Navigate = Router['navigate']

/** The same function for the life of the app. */
export const useNavigate = (): Navigate => useRouter().navigate

/** Renders navigations as transitions, so that a page that suspends leaves the previous one visible. */
export function RouterProvider({ router, children }: { router: Router; children: ReactNode }) {
  const [state, setState] = useState(router.state)
  useLayoutEffect(() => {
    const show = (next: RouterState, isUrgent: boolean) => {
      if (isUrgent) flushSync(() => setState(next))
      else startTransition(() => setState(next))
    }
    // A navigation may have ended between the first render and this subscription.
    show(router.state, false)
    return router.subscribe(show)
  }, [router])
  return (
    <RouterContext value={router}>
      <RouterStateContext value={state}>{children}</RouterStateContext>
    </RouterContext>
  )
}

/** Clicks that open a tab, a window or a menu belong to the browser. */
const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & { to: To; replace?: boolean }

/** A link to a page of the app, named by its path. A link to the current address replaces its entry. */
export function Link({ to, replace, onClick, children, ...rest }: LinkProps) {
  const router = useRouter()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    const isCurrent = createPath(router.resolve(to)) === createPath(router.state.location)
    void router.navigate(to, { replace: replace ?? isCurrent })
  }
  return (
    <a {...rest} href={router.hrefOf(to)} onClick={follow}>
      {children}
    </a>
  )
}

/** Leaves for another page as soon as it is rendered, replacing the current entry. */
export function Redirect({ to }: { to: To }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace: true }), [navigate, to])
  return null
}
