import { userDetailSchema } from '@baiqicha/contract/account'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { localStore, readJson } from '../storage/safe-storage.ts'

const TOKEN_KEY = 'token'
const USER_INFO_KEY = 'userInfo'

export type UserInfo = z.infer<typeof userDetailSchema>

/** Logged in means: a token is present (SPEC §4). `userInfo` may still be on its way. */
export type Session = { token: string | null; userInfo: UserInfo | null }

/** Fired on window after login, a fetch of the user's info, logout and clearing (SPEC §4). */
export const USER_STATUS_EVENT = 'user-status-changed'
export type UserStatus = { userId: string | null; isLoggedIn: boolean }

function readSession(): Session {
  const token = localStore.read(TOKEN_KEY)
  const userInfo = z.safeParse(userDetailSchema, readJson(localStore, USER_INFO_KEY))
  return { token: token === '' ? null : token, userInfo: userInfo.success ? userInfo.data : null }
}

const useSessionStore = create<Session>(readSession)

function announce() {
  const { token, userInfo } = useSessionStore.getState()
  const detail: UserStatus = { userId: userInfo?.userId ?? null, isLoggedIn: token !== null }
  window.dispatchEvent(new CustomEvent<UserStatus>(USER_STATUS_EVENT, { detail }))
}

export function startSession(token: string, userInfo: UserInfo) {
  localStore.write(TOKEN_KEY, token)
  localStore.write(USER_INFO_KEY, JSON.stringify(userInfo))
  useSessionStore.setState({ token, userInfo })
  announce()
}

export function saveUserInfo(userInfo: UserInfo) {
  localStore.write(USER_INFO_KEY, JSON.stringify(userInfo))
  useSessionStore.setState({ userInfo })
  announce()
}

export function clearSession() {
  localStore.remove(TOKEN_KEY)
  localStore.remove(USER_INFO_KEY)
  useSessionStore.setState({ token: null, userInfo: null })
  announce()
}

export const readToken = () => useSessionStore.getState().token
export const isLoggedIn = () => readToken() !== null

/** Calls back when the session that stood has ended or another took its place, here or in another tab. */
export function onSessionEnd(listener: () => void): () => void {
  return useSessionStore.subscribe((session, before) => {
    if (before.token !== null && session.token !== before.token) listener()
  })
}

function follow(event: StorageEvent) {
  // A cleared storage has no key.
  const concernsUs = event.key === null || event.key === TOKEN_KEY || event.key === USER_INFO_KEY
  if (concernsUs) useSessionStore.setState(readSession())
}

/** Follows logins and logouts of other tabs. Answers the way to stop. */
export function followOtherTabs(): () => void {
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

export function useSession(): Session & { isLoggedIn: boolean } {
  const token = useSessionStore((state) => state.token)
  const userInfo = useSessionStore((state) => state.userInfo)
  return { token, userInfo, isLoggedIn: token !== null }
}
