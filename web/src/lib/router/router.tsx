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

/** Returns the same function on every render. Its listeners are called before the next page renders. */
export const useSubscribe = (): Router['subscribe'] => useRouter().subscribe

export type Navigate = Router['navigate']

/** Returns the same function on every render. */
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

/** Whether the app handles a click. Clicks that open a tab, a window or a menu are left to the browser. */
const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & { to: To; replace?: boolean }

/** A link to a page of the app. A link to the current address replaces its history entry. */
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

/** Navigates to another page once rendered and replaces the current history entry. */
export function Redirect({ to }: { to: To }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace: true }), [navigate, to])
  return null
}
