import type { UserDetailAnswer } from '@baiqicha/contract/account'
import { sessionRoutes } from '@baiqicha/contract/routes/session'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { callApi } from '../api/client.ts'
import { logWarning } from '../log/log.ts'
import { localStore, readJson, sessionStore } from '../storage/safe-storage.ts'
import { clearSession, readToken, saveUserInfo, startSession, type UserInfo, useSession } from './session-store.ts'

const KEY = 'login_form_data'

const loginFormDataSchema = z.object({
  loginType: z.enum(['sms', 'password']),
  /** Version accepted at that login. A record only: every login requests consent again. */
  agreementVersion: z.string(),
  /** Mask such as 138****0000; the full number is never stored. */
  mobileMasked: z.string().check(z.regex(/^\d{3}\*{4}\d{4}$/)),
})
export type LoginFormData = z.infer<typeof loginFormDataSchema>

/** Data of the last login on this device, or null. */
export function readLoginFormData(): LoginFormData | null {
  const stored = z.safeParse(loginFormDataSchema, readJson(localStore, KEY))
  return stored.success ? stored.data : null
}

export const saveLoginFormData = (data: LoginFormData) => localStore.write(KEY, JSON.stringify(data))
const clearLoginFormData = () => localStore.remove(KEY)

/** Stores the response of `getUserDetail`; the session replaces the ticket that it exchanged. */
export function saveUserDetail({ token, isFirstLogin, source, ...userInfo }: UserDetailAnswer): UserInfo {
  if (token === undefined || token === '') {
    saveUserInfo(userInfo)
    return userInfo
  }
  const arrived = { ...userInfo, loginSource: source ?? userInfo.loginSource }
  startSession(token, arrived, { loginType: 'external', isFirstLogin: isFirstLogin ?? false })
  return arrived
}

/** Reloads the user info and stores it. Throws `ApiError`, which the caller shows. */
export async function reloadUserInfo(): Promise<UserInfo> {
  const answer = callApi(sessionRoutes.userDetail, {}, { silent: true })
  const token = readToken()
  const detail = await answer
  // A late response must not restore a session that has ended or changed.
  return readToken() === token ? saveUserDetail(detail) : detail
}

/** Ends the local session only, when the server has already ended it, for example after a new password. */
export function endSession() {
  sessionStore.clear()
  clearSession()
}

let isEnding = false

/** Whether the server may have ended the session already while `logout` still waits for its answer. */
export const isLoggingOut = () => isEnding

/** Ends the local session in any case; a failed request is only logged. */
export async function logout(): Promise<void> {
  isEnding = true
  try {
    await callApi(sessionRoutes.logout, {}, { silent: true })
  } catch (error) {
    logWarning('logout was not confirmed', error)
  }
  isEnding = false
  clearLoginFormData()
  endSession()
}

const query = { queryKey: ['userDetail'], queryFn: reloadUserInfo }

/** Loads the user info now, once for all concurrent callers. */
export const loadUserInfo = (queries: QueryClient) => queries.prefetchQuery({ ...query, staleTime: 0 })

/**
 * Loads the user info at most once a minute and stores it in the session, which all pages read. The caller shows a
 * failure.
 */
export function useUserInfoQuery({ enabled = true }: { enabled?: boolean } = {}) {
  const { isLoggedIn } = useSession()
  return useQuery({ ...query, enabled: enabled && isLoggedIn })
}
