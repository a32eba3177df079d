import type { UserDetailAnswer } from '@baiqicha/contract/account'
import { sessionRoutes } from '@baiqicha/contract/routes/session'
import { callApi } from '../api/client.ts'
import { logWarning } from '../log/log.ts'
import { sessionStore } from '../storage/safe-storage.ts'
import { clearLoginFormData } from './login-form-data.ts'
import { clearSession, readToken, saveUserInfo, startSession, type UserInfo } from './session-store.ts'

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
