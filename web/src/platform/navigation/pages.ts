import { type PlainPagePath, pageTitles } from '@baiqicha/contract/pages'

/** A page of the app. */
export type Page = {
  /** Key of the page in the cached views and in the saved route: /legalRisk/executedPerson is legalRiskExecutedPerson. */
  name: string
  path: string
  title: string
  /** Keeps its state while another page shows. */
  keepAlive?: true
  /** Never keeps its state; overrides `keepAlive`. */
  noCache?: true
  /** Entry of the tab bar that is marked; absent: the page has no tab bar. */
  tab?: 'home' | 'user'
}

type PageOptions = Omit<Page, 'name' | 'path' | 'title'>

const options: Readonly<{ [Path in PlainPagePath]?: PageOptions }> = {
  '/home': { keepAlive: true, tab: 'home' },
  '/tools': { tab: 'user' },
  '/user': { noCache: true, tab: 'user' },
  '/companyList': { noCache: true },
  '/login': { noCache: true },
  '/search': { keepAlive: true },
  '/search/result': { keepAlive: true },
  '/peopleSearch': { noCache: true },
  '/peopleList': { noCache: true },
  '/overview/person': { noCache: true },
}
const optionsOf = new Map<string, PageOptions>(Object.entries(options))

export const pages: readonly Page[] = [...pageTitles].map(([path, title]) => ({
  name: path.slice(1).replace(/\/(.)/g, (_match, letter: string) => letter.toUpperCase()),
  path,
  title,
  ...optionsOf.get(path),
}))

export const HOME_PATH = '/home'
export const LOGIN_PATH = '/login'

/** Returns the page of a path without query; undefined: there is none. */
export const findPage = (path: string) => pages.find((page) => page.path === path)

/** Like `findPage`, but ignores case and slashes at the end: people type addresses. */
export function matchPage(path: string): Page | undefined {
  const typed = path.toLowerCase().replace(/\/+$/, '')
  return pages.find((page) => page.path.toLowerCase() === typed)
}

let current: string | null = null
let previous: string | null = null

/** Notes the page that shows. Addresses of one page, such as its tabs, are one visit. */
export function noteVisit(title: string | null) {
  if (title === current) return
  previous = current
  current = title
}

/** Title of the page before the current one; null: none. */
export const previousTitle = () => previous

/** The two search fields of Home. */
export type FieldPlace = 'head' | 'sticky'

/** Field of Home whose search panel covers the screen, by the state of the history entry; null: none is open. */
export const searchPlaceOf = (state: unknown): FieldPlace | null => {
  if (typeof state !== 'object' || state === null || !('searchIn' in state)) return null
  return state.searchIn === 'sticky' ? 'sticky' : 'head'
}
