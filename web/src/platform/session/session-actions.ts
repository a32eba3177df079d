import type { UserDetailAnswer } from '@baiqicha/contract/account'
import { sessionRoutes } from '@baiqicha/contract/routes/session'
import { callApi } from '../api/client.ts'
import { logWarning } from '../log/log.ts'
import { sessionStore } from '../storage/safe-storage.ts'
import { forgetLoginFormData } from './login-form-data.ts'
import { clearSession, readToken, saveUserInfo, startSession, type UserInfo } from './session-store.ts'

/** Saves the response of `getUserDetail`. If it exchanged a ticket, starts the session that the response contains. */
export function saveUserDetail({ token, isFirstLogin, source, ...userInfo }: UserDetailAnswer): UserInfo {
  if (token === undefined || token === '') {
    saveUserInfo(userInfo)
    return userInfo
  }
  const arrived = { ...userInfo, loginSource: source ?? userInfo.loginSource }
  startSession(token, arrived, { loginType: 'external', isFirstLogin: isFirstLogin ?? false })
  return arrived
}

/** Fetches the user's info and saves it. Throws `ApiError`, which the caller shows. */
export async function reloadUserInfo(): Promise<UserInfo> {
  const call = callApi(sessionRoutes.userDetail, {}, { silent: true })
  const token = readToken()
  const detail = await call
  // A response that comes after a logout or another login is not saved.
  return readToken() === token ? saveUserDetail(detail) : detail
}

/** Ends the session on this device only, for sessions that the server has ended, as after a new password. */
export function endSession() {
  sessionStore.clear()
  clearSession()
}

/** Logs out. Ends the session on this device even if the call fails, which is only logged. */
export async function logout(): Promise<void> {
  try {
    await callApi(sessionRoutes.logout, {}, { silent: true })
  } catch (error) {
    logWarning('logout was not confirmed', error)
  }
  forgetLoginFormData()
  endSession()
}
