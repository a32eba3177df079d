import type { ComponentType } from 'react'
import { createPath, type Location, type Path, parsePath, type To, type UNSAFE_createHashHistory } from 'react-router'

/** The entries a router moves through: those of the browser, or a list in memory in tests. */
type EntryHistory = Pick<
  ReturnType<typeof UNSAFE_createHashHistory>,
  'location' | 'push' | 'replace' | 'go' | 'listen' | 'createHref'
>

export type HistoryAction = 'PUSH' | 'REPLACE' | 'POP'

/** The page's component, or why its code did not load. */
export type PageContent = { type: 'loaded'; Page: ComponentType } | { type: 'failed'; error: unknown }

export type RouterState = {
  location: Location
  historyAction: HistoryAction
  /** null until the code of the first page has loaded. */
  content: PageContent | null
}

export type NavigateOptions = {
  replace?: boolean
  state?: unknown
  /** Renders the page before `navigate` resolves. */
  flushSync?: boolean
}

type Listener = (state: RouterState, isUrgent: boolean) => void

type RouterOptions = {
  history: EntryHistory
  /** The path that `/` leads to. */
  indexPath: string
  /** The component of a path, at once when its code has already loaded. */
  loadPage: (pathname: string) => ComponentType | Promise<ComponentType>
}

export type Router = {
  readonly state: RouterState
  /** Shows the current entry and follows the history from then on. Returns the function that stops it. */
  start: () => () => void
  /** Resolves when the page is committed, or when a later navigation has replaced this one. */
  navigate: (to: To | number, options?: NavigateOptions) => Promise<void>
  /** Completes a target with the current path where it names only a query. */
  resolve: (to: To) => Path
  hrefOf: (to: To) => string
  subscribe: (listener: Listener) => () => void
}

const loaded = (Page: ComponentType): PageContent => ({ type: 'loaded', Page })

/**
 * A router for an app whose addresses have no parameters. It loads the code of a page first and changes the address and
 * the state together afterwards: until then the previous page stays, and a second tap starts over instead of adding an
 * entry.
 */
export function createRouter({ history, indexPath, loadPage }: RouterOptions): Router {
  let state: RouterState = { location: history.location, historyAction: 'POP', content: null }
  let newest = 0
  const listeners = new Set<Listener>()

  const publish = (next: RouterState, isUrgent: boolean) => {
    state = next
    for (const listener of listeners) listener(next, isUrgent)
  }

  const open = async (pathname: string, commit: (content: PageContent) => void) => {
    newest += 1
    const number = newest
    const page = loadPage(pathname)
    if (!(page instanceof Promise)) return commit(loaded(page))
    const content = await page.then(loaded, (error: unknown): PageContent => ({ type: 'failed', error }))
    if (number === newest) commit(content)
  }

  const resolve = (to: To): Path => {
    const { pathname = state.location.pathname, ...rest } = typeof to === 'string' ? parsePath(to) : to
    const { search = '', hash = '' } = parsePath(createPath({ ...rest, pathname: '' }))
    return { pathname: pathname === '/' ? indexPath : pathname, search, hash }
  }

  const navigate = async (to: To | number, options: NavigateOptions = {}) => {
    if (typeof to === 'number') return history.go(to)
    const path = resolve(to)
    return open(path.pathname, (content) => {
      if (options.replace === true) history.replace(path, options.state)
      else history.push(path, options.state)
      const historyAction = options.replace === true ? 'REPLACE' : 'PUSH'
      publish({ location: history.location, historyAction, content }, options.flushSync === true)
    })
  }

  const showEntry = (location: Location) => {
    if (location.pathname === '/') return navigate(indexPath, { replace: true })
    return open(location.pathname, (content) => publish({ location, historyAction: 'POP', content }, false))
  }

  return {
    get state() {
      return state
    },
    start: () => {
      const stop = history.listen(({ location }) => void showEntry(location))
      void showEntry(state.location)
      return stop
    },
    navigate,
    resolve,
    hrefOf: (to) => history.createHref(resolve(to)),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
