import { userDetailSchema } from '@baiqicha/contract/user-detail'
import * as z from 'zod/mini'
import { createStore } from '../../lib/store.ts'
import { localStore, readJson } from '../storage/safe-storage.ts'

const TOKEN_KEY = 'token'
const USER_INFO_KEY = 'userInfo'
const FIRST_LOGIN_KEY = 'isFirstLogin'
/** Source of sessions that were started by a login on this device. */
const INTERNAL_SOURCE = 'internal'

export type UserInfo = z.infer<typeof userDetailSchema>
export type LoginType = 'sms' | 'password' | 'external'

/** Stored instead of the user info while a ticket is not exchanged (SPEC §3, External login). */
const pendingTicketSchema = z.object({
  loginType: z.literal('external'),
  loginSource: z.string(),
  /** ISO 8601. */
  loginTime: z.string(),
})
type PendingTicket = z.infer<typeof pendingTicketSchema>

/** A user is logged in when a token exists (SPEC §4). `userInfo` can still be loading. */
export type ClientSession = {
  token: string | null
  userInfo: UserInfo | null
  /** Non-null while the token is a ticket that must be exchanged first. */
  pendingTicket: PendingTicket | null
  loginType: LoginType
  /** `internal`, or the partner of an external login. */
  loginSourceType: string
  isFirstLogin: boolean
}

const visitor: ClientSession = {
  token: null,
  userInfo: null,
  pendingTicket: null,
  loginType: 'sms',
  loginSourceType: INTERNAL_SOURCE,
  isFirstLogin: false,
}

/** Dispatched on window after login, reload of the user info, logout and clearing (SPEC §4). */
export const USER_STATUS_EVENT = 'user-status-changed'
export type UserStatus = { userId: string | null; isLoggedIn: boolean }

declare global {
  interface Window {
    /** Whether the user is a member (SPEC §6). */
    isVip: boolean
  }
}

const parsed = <T>(result: { success: true; data: T } | { success: false }) => (result.success ? result.data : null)

function readStored(): ClientSession {
  const token = localStore.read(TOKEN_KEY)
  if (token === null || token === '') return visitor
  const info = readJson(localStore, USER_INFO_KEY)
  const userInfo = parsed(z.safeParse(userDetailSchema, info))
  const pendingTicket = parsed(z.safeParse(pendingTicketSchema, info))
  const source = pendingTicket?.loginSource ?? userInfo?.loginSource ?? null
  return {
    token,
    userInfo,
    pendingTicket,
    loginType: source === null ? 'sms' : 'external',
    loginSourceType: source ?? INTERNAL_SOURCE,
    isFirstLogin: localStore.read(FIRST_LOGIN_KEY) === 'true',
  }
}

export const useSessionStore = createStore<ClientSession>(readStored)

const isMember = ({ token, userInfo }: ClientSession) => token !== null && userInfo?.isVip === true

function showMembership(session: ClientSession) {
  window.isVip = isMember(session)
}
showMembership(useSessionStore.getState())
useSessionStore.subscribe(showMembership)

function announce() {
  const { token, userInfo } = useSessionStore.getState()
  const detail: UserStatus = { userId: userInfo?.userId ?? null, isLoggedIn: token !== null }
  window.dispatchEvent(new CustomEvent<UserStatus>(USER_STATUS_EVENT, { detail }))
}

function saveFirstLogin(isFirstLogin: boolean) {
  if (isFirstLogin) localStore.write(FIRST_LOGIN_KEY, 'true')
  else localStore.remove(FIRST_LOGIN_KEY)
}

type Opening = { loginType?: LoginType; isFirstLogin?: boolean }

/** Starts a session. */
export function startSession(token: string, userInfo: UserInfo, opening: Opening = {}) {
  const { loginType = 'sms', isFirstLogin = false } = opening
  localStore.write(TOKEN_KEY, token)
  localStore.write(USER_INFO_KEY, JSON.stringify(userInfo))
  saveFirstLogin(isFirstLogin)
  const loginSourceType = userInfo.loginSource ?? INTERNAL_SOURCE
  useSessionStore.setState({ token, userInfo, pendingTicket: null, loginType, loginSourceType, isFirstLogin })
  announce()
}

/** Stores a ticket of an external login until it is exchanged. */
export function startTicketLogin(token: string, loginSource: string, isFirstLogin: boolean) {
  const pendingTicket: PendingTicket = { loginType: 'external', loginSource, loginTime: new Date().toISOString() }
  localStore.write(TOKEN_KEY, token)
  localStore.write(USER_INFO_KEY, JSON.stringify(pendingTicket))
  saveFirstLogin(isFirstLogin)
  const origin = { loginType: 'external', loginSourceType: loginSource } as const
  useSessionStore.setState({ token, userInfo: null, pendingTicket, isFirstLogin, ...origin })
  announce()
}

export function saveUserInfo(userInfo: UserInfo) {
  localStore.write(USER_INFO_KEY, JSON.stringify(userInfo))
  useSessionStore.setState({ userInfo })
  announce()
}

/** Ends the session. Resets the login type too: an external type without a token would block every later login. */
export function clearSession() {
  for (const key of [TOKEN_KEY, USER_INFO_KEY, FIRST_LOGIN_KEY]) localStore.remove(key)
  useSessionStore.setState(visitor)
  announce()
}

export function clearFirstLogin() {
  saveFirstLogin(false)
  useSessionStore.setState({ isFirstLogin: false })
}

export const readToken = () => useSessionStore.getState().token
export const isLoggedIn = () => readToken() !== null

/** Ticket that is not exchanged yet, or null. */
export function readUnspentTicket(): string | null {
  const { token, pendingTicket } = useSessionStore.getState()
  return pendingTicket === null ? null : token
}

/** Calls back when the session has ended or was replaced, in this tab or another. */
export function onSessionEnd(listener: () => void): () => void {
  return useSessionStore.subscribe((session, before) => {
    // While a ticket is pending, no user data has been shown.
    const hadSession = before.token !== null && before.pendingTicket === null
    if (hadSession && session.token !== before.token) listener()
  })
}

const readAgain = () => useSessionStore.setState(readStored())

/** Adopts the session of another tab when its token differs from `token`. Returns whether it did. */
export function adoptSessionOfOtherTab(token: string): boolean {
  const stored = localStore.read(TOKEN_KEY)
  if (stored === null || stored === token) return false
  readAgain()
  return true
}

const followedKeys: readonly (string | null)[] = [TOKEN_KEY, USER_INFO_KEY, FIRST_LOGIN_KEY, null]

function follow({ key }: StorageEvent) {
  // `key` is null when the storage was cleared.
  if (followedKeys.includes(key)) readAgain()
}

/** Follows logins and logouts of other tabs. Returns the function that stops it. */
export function followOtherTabs(): () => void {
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

export function useSession(): Pick<ClientSession, 'token' | 'userInfo'> & { isLoggedIn: boolean } {
  const token = useSessionStore((state) => state.token)
  const userInfo = useSessionStore((state) => state.userInfo)
  return { token, userInfo, isLoggedIn: token !== null }
}

/** Returns false for visitors. */
export const useIsVip = () => useSessionStore(isMember)
