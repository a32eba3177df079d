import type { UserDetailAnswer } from '@baiqicha/contract/account'
import { sessionRoutes } from '@baiqicha/contract/routes/session'
import { callApi } from '../api/client.ts'
import { logWarning } from '../log/log.ts'
import { sessionStore } from '../storage/safe-storage.ts'
import { clearLoginFormData } from './login-form-data.ts'
import { clearSession, readToken, saveUserInfo, startSession, type UserInfo } from './session-store.ts'

/** Keeps what `getUserDetail` answered; a ticket it exchanged is replaced by the session it gave. */
export function saveUserDetail({ token, isFirstLogin, source, ...userInfo }: UserDetailAnswer): UserInfo {
  if (token === undefined || token === '') {
    saveUserInfo(userInfo)
    return userInfo
  }
  const arrived = { ...userInfo, loginSource: source ?? userInfo.loginSource }
  startSession(token, arrived, { loginType: 'external', isFirstLogin: isFirstLogin ?? false })
  return arrived
}

/** Fetches who is logged in and keeps it. Throws `ApiError`, which is left to the caller to tell. */
export async function reloadUserInfo(): Promise<UserInfo> {
  const answer = callApi(sessionRoutes.userDetail, {}, { silent: true })
  const token = readToken()
  const detail = await answer
  // Who has left or changed meanwhile is not brought back by a late answer.
  return readToken() === token ? saveUserDetail(detail) : detail
}

/** Ends the session here alone; for when the server has ended it, as after a new password. */
export function endSession() {
  sessionStore.clear()
  clearSession()
}

/** Ends the session here in any case; that the server did not hear of it is only logged. */
export async function logout(): Promise<void> {
  try {
    await callApi(sessionRoutes.logout, {}, { silent: true })
  } catch (error) {
    logWarning('logout was not confirmed', error)
  }
  clearLoginFormData()
  endSession()
}
