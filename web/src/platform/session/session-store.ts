import { userDetailSchema } from '@baiqicha/contract/account'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { localStore, readJson } from '../storage/safe-storage.ts'

const TOKEN_KEY = 'token'
const USER_INFO_KEY = 'userInfo'
const FIRST_LOGIN_KEY = 'isFirstLogin'
/** Where a session comes from that was opened here. */
const INTERNAL_SOURCE = 'internal'

export type UserInfo = z.infer<typeof userDetailSchema>
export type LoginType = 'sms' | 'password' | 'external'

/** Stands in the place of the user's info beside a ticket from outside that is not spent yet (SPEC §3, External login). */
const arrivalInfoSchema = z.object({
  loginType: z.literal('external'),
  loginSource: z.string(),
  /** ISO 8601. */
  loginTime: z.string(),
})
type ArrivalInfo = z.infer<typeof arrivalInfoSchema>

/** Logged in means: a token is present (SPEC §4). `userInfo` may still be on its way. */
export type Session = {
  token: string | null
  userInfo: UserInfo | null
  /** Present while the token is a ticket that has to be exchanged first. */
  arrivalInfo: ArrivalInfo | null
  loginType: LoginType
  /** `internal`, or the partner the session arrived from. */
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

/** Fired on window after login, a fetch of the user's info, logout and clearing (SPEC §4). */
export const USER_STATUS_EVENT = 'user-status-changed'
export type UserStatus = { userId: string | null; isLoggedIn: boolean }

declare global {
  interface Window {
    /** Whether the one who is logged in is a member (SPEC §6). */
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

export const useSessionStore = create<Session>(readStored)

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

function saveFirstLogin(isFirstLogin: boolean) {
  if (isFirstLogin) localStore.write(FIRST_LOGIN_KEY, 'true')
  else localStore.remove(FIRST_LOGIN_KEY)
}

type Opening = { loginType?: LoginType; isFirstLogin?: boolean }

/** A session stands. */
export function startSession(token: string, userInfo: UserInfo, opening: Opening = {}) {
  const { loginType = 'sms', isFirstLogin = false } = opening
  localStore.write(TOKEN_KEY, token)
  localStore.write(USER_INFO_KEY, JSON.stringify(userInfo))
  saveFirstLogin(isFirstLogin)
  const loginSourceType = userInfo.loginSource ?? INTERNAL_SOURCE
  useSessionStore.setState({ token, userInfo, arrivalInfo: null, loginType, loginSourceType, isFirstLogin })
  announce()
}

/** A ticket from outside stands in the place of a session until it is exchanged. */
export function startTicketLogin(token: string, loginSource: string, isFirstLogin: boolean) {
  const arrivalInfo: ArrivalInfo = { loginType: 'external', loginSource, loginTime: new Date().toISOString() }
  localStore.write(TOKEN_KEY, token)
  localStore.write(USER_INFO_KEY, JSON.stringify(arrivalInfo))
  saveFirstLogin(isFirstLogin)
  const origin = { loginType: 'external', loginSourceType: loginSource } as const
  useSessionStore.setState({ token, userInfo: null, arrivalInfo, isFirstLogin, ...origin })
  announce()
}

export function saveUserInfo(userInfo: UserInfo) {
  localStore.write(USER_INFO_KEY, JSON.stringify(userInfo))
  useSessionStore.setState({ userInfo })
  announce()
}

/** Nobody is logged in. The login type begins anew too: an external one without a token could never log in again. */
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

/** The token that is a ticket not yet spent, or null. */
export function readUnspentTicket(): string | null {
  const { token, arrivalInfo } = useSessionStore.getState()
  return arrivalInfo === null ? null : token
}

/** Calls back when the session that stood has ended or another took its place, here or in another tab. */
export function onSessionEnd(listener: () => void): () => void {
  return useSessionStore.subscribe((session, before) => {
    // With a ticket nobody has seen anything yet.
    const stood = before.token !== null && before.arrivalInfo === null
    if (stood && session.token !== before.token) listener()
  })
}

const readAgain = () => useSessionStore.setState(readStored())

/** Whether another tab has stored another token than `token` by now, which then stands here too. */
export function adoptSessionOfOtherTab(token: string): boolean {
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

/** Follows logins and logouts of other tabs. Answers the way to stop. */
export function followOtherTabs(): () => void {
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

export function useSession(): Pick<Session, 'token' | 'userInfo'> & { isLoggedIn: boolean } {
  const token = useSessionStore((state) => state.token)
  const userInfo = useSessionStore((state) => state.userInfo)
  return { token, userInfo, isLoggedIn: token !== null }
}

/** false for a visitor. */
export const useIsVip = () => useSessionStore(isMember)
