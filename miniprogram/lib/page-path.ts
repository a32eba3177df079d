import { ORIGIN } from './settings'

const HOME = '/'
const LOGIN = '/login'
/** Precedes a page of the app, whose router is in the hash. */
const HASH = '/#'

/** Query parameters that leave the device, here in what a user shares: the same that an event of user behaviour may contain. */
export const sharedParameters: readonly string[] = ['id', 'tab', 'fr', 'isShare', 'type', 'view']
/** Further parameters of a page that opens again after a login. Tickets, keys and names of persons are none of them. */
export const pageParameters: readonly string[] = [
  'keyword',
  'companyId',
  'to',
  'number',
  'recordKind',
  'recordId',
  'kind',
  'group',
  'region',
  'industry',
  'status',
  'capital',
  'age',
  'listed',
  'within',
  'risk',
  'contact',
  'staff',
  'sort',
  'exact',
  'identity',
  'basis',
  'caseNature',
  'caseType',
  'court',
  'labour',
  'noticeType',
  'office',
  'share',
  'year',
]
const openedParameters = [...sharedParameters, ...pageParameters]

/** Characters of a path: the hash router's `/#/` included, no second leading slash, no dot segment. */
const pathPattern = /^\/(?!\/)(?!.*\.\.)(#\/(?!\/))?[\w/-]*$/
const valuePattern = /^[\w.~%+*-]*$/
const PATH_LENGTH = 1024

const splitQuery = (text: string): [path: string, pairs: string[]] => {
  const at = text.indexOf('?')
  return at < 0 ? [text, []] : [text.slice(0, at), text.slice(at + 1).split('&')]
}
const nameOf = (pair: string) => pair.slice(0, Math.max(pair.indexOf('='), 0))
const valueOf = (pair: string) => pair.slice(pair.indexOf('=') + 1)
const isPairOf = (names: readonly string[]) => (pair: string) =>
  names.includes(nameOf(pair)) && valuePattern.test(valueOf(pair))
const join = (path: string, pairs: readonly string[]) => (pairs.length === 0 ? path : `${path}?${pairs.join('&')}`)

/** The path of a page, as given; Home when it is not one of the app's addresses. */
export function readPath(text: string | undefined): string {
  if (text === undefined || text.length > PATH_LENGTH) return HOME
  const [path, pairs] = splitQuery(text)
  return pathPattern.test(path) && pairs.every(isPairOf(openedParameters)) ? text : HOME
}

/**
 * The path of a page with what may be shared of it; Home when it is not one of the app's addresses. A list of a company leads to the
 * company, as in the app: its own address would lose the company.
 */
export function readSharedPath(text: string | undefined): string {
  if (text === undefined) return HOME
  // The query before the hash belongs to no page: the mini-program and partners add it.
  const hashAt = text.indexOf('#/')
  const [path, pairs] = splitQuery(hashAt < 0 ? text : `/${text.slice(hashAt)}`)
  const company = pairs.some(isPairOf(['id'])) ? undefined : pairs.find(isPairOf(['companyId']))
  const shared =
    company === undefined
      ? join(path, pairs.filter(isPairOf(sharedParameters)))
      : `${HASH}/company/detail?id=${valueOf(company)}`
  return pathPattern.test(path) && shared.length <= PATH_LENGTH ? shared : HOME
}

/** An option of a page, which WeChat passes on encoded. */
export function decodeOption(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** What may be shared of an address; Home for another origin. */
export const sharedPathOfUrl = (url: string | undefined) =>
  url?.startsWith(`${ORIGIN}/`) ? readSharedPath(url.slice(ORIGIN.length)) : HOME

/** Path of the app's login page, which leads to the page of `path` afterwards. */
export function loginPathTo(path: string): string {
  const page = path.startsWith(`${HASH}/`) ? path.slice(HASH.length) : ''
  const leadsHome = page === '' || page === '/' || splitQuery(page)[0] === LOGIN
  return withParameters(HASH + LOGIN, { to: leadsHome ? '' : page })
}

/** Adds parameters to the query, which precedes no hash: the router reads the query inside the hash. They replace the path's own. */
export function withParameters(path: string, parameters: Readonly<Record<string, string>>): string {
  const added = Object.entries(parameters).filter(([, value]) => value !== '')
  const [page, pairs] = splitQuery(path)
  const kept = pairs.filter((pair) => !added.some(([name]) => name === nameOf(pair)))
  return join(page, [...kept, ...added.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)])
}

/** Options by which a page opens. */
export type PageOptions = { readonly path?: string; readonly fr?: string }

export const pathOf = ({ path }: PageOptions) => readPath(decodeOption(path))

const channelPattern = /^[\w-]{1,64}$/

/** Channel code of the options, or of their path; '' for none. */
export function channelOf(options: PageOptions): string {
  const [, pairs] = splitQuery(pathOf(options))
  const codes = [options.fr ?? '', ...pairs.filter(isPairOf(['fr'])).map(valueOf)]
  return codes.find((code) => channelPattern.test(code)) ?? ''
}

/** What lasts for a visit of the mini-program. `fr`: channel code, '' for none. */
export type Visit = { globalData: { fr: string } }

/** Channel code of a page: its own, otherwise that of the visit. */
export const visitChannel = (options: PageOptions) => channelOf(options) || getApp<Visit>().globalData.fr
