import type { LoginAnswer, UserDetailAnswer } from '@baiqicha/contract/account'
import { resultCode } from '@baiqicha/contract/result-codes'
import type { RouteInput } from '@baiqicha/contract/routes'
import { accountRoutes } from '@baiqicha/contract/routes/account'
import { rejectionOf } from '../api/api-error.ts'
import { callApi } from '../api/client.ts'
import { messages } from '../api/messages.ts'
import { logWarning } from '../log/log.ts'
import { sessionStore } from '../storage/safe-storage.ts'
import { forgetLoginFormData, type LoginFormData, saveLoginFormData } from './login-form-data.ts'
import {
  clearSession,
  type LoginType,
  readToken,
  saveUserInfo,
  startSession,
  type UserInfo,
  useSessionStore,
} from './session-store.ts'

export type Credentials =
  | { loginType: 'sms'; input: RouteInput<'loginBySmsCode'> }
  | { loginType: 'password'; input: RouteInput<'loginByPassword'> }

function requireToken(token: string | null): string {
  if (token === null || token === '') throw new Error(messages.noToken)
  return token
}

function open({ token, isFirstLogin, userDetail }: LoginAnswer, loginType: LoginType) {
  startSession(token, userDetail, { loginType, isFirstLogin })
}

function rememberForm(loginType: LoginFormData['loginType'], agreementVersion: string, { userDetail }: LoginAnswer) {
  saveLoginFormData({ loginType, agreementVersion, mobileMasked: userDetail.phoneMasked })
}

/**
 * Opens a session and gives its token; one that arrived from outside is the session (SPEC §4). Any failure leaves
 * nobody logged in. Throws `ApiError`, or an error whose message is for the person.
 */
export async function logIn(credentials: Credentials): Promise<string> {
  try {
    const { loginType, token } = useSessionStore.getState()
    if (loginType === 'external') return requireToken(token)
    const answer =
      credentials.loginType === 'sms'
        ? await callApi(accountRoutes.loginBySmsCode, credentials.input)
        : await callApi(accountRoutes.loginByPassword, credentials.input)
    requireToken(answer.token)
    open(answer, credentials.loginType)
    rememberForm(credentials.loginType, credentials.input.agreementVersion, answer)
    return answer.token
  } catch (error) {
    clearSession()
    throw error
  }
}

/** Makes an account and opens its first session. Throws `ApiError`, or an error whose message is for the person. */
export async function register(input: RouteInput<'register'>): Promise<void> {
  const answer = await callApi(accountRoutes.register, input)
  if (answer.token === '') throw new Error(messages.registerFailed)
  open(answer, 'sms')
  rememberForm('sms', input.agreementVersion, answer)
}

/** Keeps what `getUserDetail` answered; a ticket it exchanged is replaced by the session it gave. */
export function keepUserDetail({ token, isFirstLogin, source, ...userInfo }: UserDetailAnswer): UserInfo {
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
  const answer = callApi(accountRoutes.userDetail, {}, { silent: true })
  const token = readToken()
  const detail = await answer
  // Who has left or changed meanwhile is not brought back by a late answer.
  return readToken() === token ? keepUserDetail(detail) : detail
}

/** Ends the session here alone; for when the server has ended it, as after a new password. */
export function endSession() {
  sessionStore.clear()
  clearSession()
}

/** Ends the session here in any case; that the server did not hear of it is only logged. */
export async function logout(): Promise<void> {
  try {
    await callApi(accountRoutes.logout, {}, { silent: true })
  } catch (error) {
    logWarning('logout was not confirmed', error)
  }
  forgetLoginFormData()
  endSession()
}

/**
 * Asks for the account's erasure, and ends the session here even if the call failed, which is logged. Resolves with
 * whether the server confirmed it. An answer that says no, as to a wrong code, is no failure: it is thrown as
 * `ApiError`, and the person stays to try again.
 */
export async function deactivate(smsCode: string): Promise<boolean> {
  try {
    await callApi(accountRoutes.deactivate, { smsCode }, { silent: true })
  } catch (error) {
    const rejection = rejectionOf(error)
    if (rejection !== null && rejection.code !== resultCode.noSession) throw error
    logWarning('deactivation was not confirmed', error)
    endSession()
    return false
  }
  endSession()
  return true
}
