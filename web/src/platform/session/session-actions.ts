import type { RouteInput } from '@baiqicha/contract/routes'
import { callApi } from '../api/client.ts'
import { messages } from '../api/messages.ts'
import { logWarning } from '../log/log.ts'
import { sessionStore } from '../storage/safe-storage.ts'
import { clearSession, saveUserInfo, startSession, type UserInfo } from './session-store.ts'

/** Opens a session. Any failure leaves none behind. Throws `ApiError`, or an error whose message is for the person. */
export async function loginBySmsCode(input: RouteInput<'loginBySmsCode'>): Promise<void> {
  try {
    const { token, userDetail } = await callApi('loginBySmsCode', input)
    if (token === '') throw new Error(messages.noToken)
    startSession(token, userDetail)
  } catch (error) {
    clearSession()
    throw error
  }
}

/** Fetches who is logged in and keeps it. Throws `ApiError`, which is left to the caller to tell. */
export async function reloadUserInfo(): Promise<UserInfo> {
  const userInfo = await callApi('userDetail', {}, { silent: true })
  saveUserInfo(userInfo)
  return userInfo
}

/** Ends the session here in any case; that the server did not hear of it is only logged. */
export async function logout(): Promise<void> {
  try {
    await callApi('logout', {}, { silent: true })
  } catch (error) {
    logWarning('logout was not confirmed', error)
  }
  sessionStore.clear()
  clearSession()
}
