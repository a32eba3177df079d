import { userDetailSchema } from '@baiqicha/contract/account'
import * as z from 'zod/mini'
import { createStore } from '../../lib/store.ts'
import { localStore, readJson } from '../storage/safe-storage.ts'

const TOKEN_KEY = 'token'
const USER_INFO_KEY = 'userInfo'
const FIRST_LOGIN_KEY = 'isFirstLogin'
/** Source of a session that the app itself has started. */
const INTERNAL_SOURCE = 'internal'

export type UserInfo = z.infer<typeof userDetailSchema>
export type LoginType = 'sms' | 'password' | 'external'

/** Stored instead of the user's info while the token is an unredeemed ticket (SPEC §3, External login). */
const arrivalInfoSchema = z.object({
  loginType: z.literal('external'),
  loginSource: z.string(),
  /** ISO 8601. */
  loginTime: z.string(),
})
type ArrivalInfo = z.infer<typeof arrivalInfoSchema>

/** A user is logged in while a token is present (SPEC §4); `userInfo` may still be loading. */
export type Session = {
  token: string | null
  userInfo: UserInfo | null
  /** Set while the token is a ticket that has to be exchanged first. */
  arrivalInfo: ArrivalInfo | null
  loginType: LoginType
  /** `internal`, or the partner that issued the ticket. */
  loginSourceType: string
  isFirstLogin: boolean
}

const visitor: Session = {
  token: null,
  userInfo: null,
  arrivalInfo: null,
  loginType: 'sms',
  loginSourceType: INTERNAL_SOURCE,
  isFirstLogin: false,
}

/** Dispatched on window after login, a fetch of the user's info, logout and clearing (SPEC §4). */
export const USER_STATUS_EVENT = 'user-status-changed'
export type UserStatus = { userId: string | null; isLoggedIn: boolean }

declare global {
  interface Window {
    /** Whether the user is a member (SPEC §6). */
    isVip: boolean
  }
}

const parsed = <T>(result: { success: true; data: T } | { success: false }) => (result.success ? result.data : null)

function readStored(): Session {
  const token = localStore.read(TOKEN_KEY)
  if (token === null || token === '') return visitor
  const info = readJson(localStore, USER_INFO_KEY)
  const userInfo = parsed(z.safeParse(userDetailSchema, info))
  const arrivalInfo = parsed(z.safeParse(arrivalInfoSchema, info))
  const source = arrivalInfo?.loginSource ?? userInfo?.loginSource ?? null
  return {
    token,
    userInfo,
    arrivalInfo,
    loginType: source === null ? 'sms' : 'external',
    loginSourceType: source ?? INTERNAL_SOURCE,
    isFirstLogin: localStore.read(FIRST_LOGIN_KEY) === 'true',
  }
}

export const useSessionStore = createStore<Session>(readStored)

const isMember = ({ token, userInfo }: Session) => token !== null && userInfo?.isVip === true

function showMembership(session: Session) {
  window.isVip = isMember(session)
}
showMembership(useSessionStore.getState())
useSessionStore.subscribe(showMembership)

function announce() {
  const { token, userInfo } = useSessionStore.getState()
  const detail: UserStatus = { userId: userInfo?.userId ?? null, isLoggedIn: token !== null }
  window.dispatchEvent(new CustomEvent<UserStatus>(USER_STATUS_EVENT, { detail }))
}

function storeFirstLogin(isFirstLogin: boolean) {
  if (isFirstLogin) localStore.write(FIRST_LOGIN_KEY, 'true')
  else localStore.remove(FIRST_LOGIN_KEY)
}

type Opening = { loginType?: LoginType; isFirstLogin?: boolean }

/** Starts a session: stores it and announces it. */
export function startSession(token: string, userInfo: UserInfo, opening: Opening = {}) {
  const { loginType = 'sms', isFirstLogin = false } = opening
  localStore.write(TOKEN_KEY, token)
  localStore.write(USER_INFO_KEY, JSON.stringify(userInfo))
  storeFirstLogin(isFirstLogin)
  const loginSourceType = userInfo.loginSource ?? INTERNAL_SOURCE
  useSessionStore.setState({ token, userInfo, arrivalInfo: null, loginType, loginSourceType, isFirstLogin })
  announce()
}

/** Stores a ticket as the token until it is exchanged. */
export function startArrival(token: string, loginSource: string, isFirstLogin: boolean) {
  const arrivalInfo: ArrivalInfo = { loginType: 'external', loginSource, loginTime: new Date().toISOString() }
  localStore.write(TOKEN_KEY, token)
  localStore.write(USER_INFO_KEY, JSON.stringify(arrivalInfo))
  storeFirstLogin(isFirstLogin)
  const origin = { loginType: 'external', loginSourceType: loginSource } as const
  useSessionStore.setState({ token, userInfo: null, arrivalInfo, isFirstLogin, ...origin })
  announce()
}

export function saveUserInfo(userInfo: UserInfo) {
  localStore.write(USER_INFO_KEY, JSON.stringify(userInfo))
  useSessionStore.setState({ userInfo })
  announce()
}

/** Removes the session. Resets the login type too: an external one without a token could never log in again. */
export function clearSession() {
  for (const key of [TOKEN_KEY, USER_INFO_KEY, FIRST_LOGIN_KEY]) localStore.remove(key)
  useSessionStore.setState(visitor)
  announce()
}

export function clearFirstLogin() {
  storeFirstLogin(false)
  useSessionStore.setState({ isFirstLogin: false })
}

/** Whether this is the first login of the account and the gift has not been offered yet (SPEC §4). */
export const useFirstLogin = () => useSessionStore((state) => state.isFirstLogin)

export const readToken = () => useSessionStore.getState().token
export const isLoggedIn = () => readToken() !== null

/** The token if it is an unredeemed ticket, else null. */
export function readUnspentTicket(): string | null {
  const { token, arrivalInfo } = useSessionStore.getState()
  return arrivalInfo === null ? null : token
}

/** Calls back when a session ends or another replaces it, here or in another tab. */
export function onSessionEnd(listener: () => void): () => void {
  return useSessionStore.subscribe((session, before) => {
    // A ticket is not a session yet: nothing has been shown with it.
    const hadSession = before.token !== null && before.arrivalInfo === null
    if (hadSession && session.token !== before.token) listener()
  })
}

const readAgain = () => useSessionStore.setState(readStored())

/** Adopts the session that another tab has stored. Returns false if the stored token is still `token`, or none. */
export function takeOverFromOtherTab(token: string): boolean {
  const stored = localStore.read(TOKEN_KEY)
  if (stored === null || stored === token) return false
  readAgain()
  return true
}

const followedKeys: readonly (string | null)[] = [TOKEN_KEY, USER_INFO_KEY, FIRST_LOGIN_KEY, null]

function follow({ key }: StorageEvent) {
  // A cleared storage has no key.
  if (followedKeys.includes(key)) readAgain()
}

/** Adopts logins and logouts of other tabs. Returns the function that stops it. */
export function followOtherTabs(): () => void {
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

export function useSession(): Pick<Session, 'token' | 'userInfo'> & { isLoggedIn: boolean } {
  const token = useSessionStore((state) => state.token)
  const userInfo = useSessionStore((state) => state.userInfo)
  return { token, userInfo, isLoggedIn: token !== null }
}

/** Whether the user is a member; false for a visitor. */
export const useIsVip = () => useSessionStore(isMember)
