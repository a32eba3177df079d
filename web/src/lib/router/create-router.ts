import type { ComponentType } from 'react'
import { createPath, type Location, type Path, parsePath, type To, type UNSAFE_createHashHistory } from 'react-router'

/** Source of history entries: the browser's, or in tests a list in memory. */
type EntryHistory = Pick<
  ReturnType<typeof UNSAFE_createHashHistory>,
  'location' | 'push' | 'replace' | 'go' | 'listen' | 'createHref'
>

export type HistoryAction = 'PUSH' | 'REPLACE' | 'POP'

/** The component of a page, or the error that loading its code threw. */
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

/** Key of an entry that the app did not add: the first of the tab, or an address typed by hand. */
const UNTRACKED_ENTRY = 'default'

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
  /** Completes a target: one without a path gets the current path, and `/` the index path. */
  resolve: (to: To) => Path
  hrefOf: (to: To) => string
  subscribe: (listener: Listener) => () => void
}

const loaded = (Page: ComponentType): PageContent => ({ type: 'loaded', Page })

/**
 * A router for an app whose paths have no parameters. A navigation loads the code of the page, then changes address and
 * state together: until then the previous page stays, and another navigation replaces the first without an entry.
 */
export function createRouter({ history, indexPath, loadPage }: RouterOptions): Router {
  /** Gives an untracked entry a key of its own, and `/` the index path. Returns whether the current entry was untracked. */
  const adoptEntry = (): boolean => {
    const { pathname, search, hash, key, state: entryState } = history.location
    if (key !== UNTRACKED_ENTRY) return false
    history.replace(pathname === '/' ? indexPath : { pathname, search, hash }, entryState)
    return true
  }

  adoptEntry()
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

  const showEntry = (historyAction: HistoryAction) => {
    const { location } = history
    return open(location.pathname, (content) => publish({ location, historyAction, content }, false))
  }

  /** An address typed by hand is a new entry, as after a push; the same address again replaces its entry. */
  const followHistory = () => {
    if (!adoptEntry()) return showEntry('POP')
    return showEntry(createPath(history.location) === createPath(state.location) ? 'REPLACE' : 'PUSH')
  }

  return {
    get state() {
      return state
    },
    start: () => {
      const stop = history.listen(() => void followHistory())
      void showEntry('POP')
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
