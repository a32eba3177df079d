import type { LoginAnswer } from '@baiqicha/contract/account'
import { resultCode } from '@baiqicha/contract/result-codes'
import type { RouteInput } from '@baiqicha/contract/routes'
import { accountRoutes } from '@baiqicha/contract/routes/account'
import { rejectionOf } from '../api/api-error.ts'
import { callApi } from '../api/client.ts'
import { messages } from '../api/messages.ts'
import { logWarning } from '../log/log.ts'
import { type LoginFormData, saveLoginFormData } from './login-form-data.ts'
import { endSession } from './session-actions.ts'
import { clearSession, type LoginType, startSession, useSessionStore } from './session-store.ts'

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
 * Logs in and returns the token. The session of an external login is returned as it is (SPEC §4). Any failure clears
 * the session. Throws `ApiError`, or an error whose message is for the user.
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

/** Creates an account and its first session. Throws `ApiError`, or an error whose message is for the user. */
export async function register(input: RouteInput<'register'>): Promise<void> {
  const answer = await callApi(accountRoutes.register, input)
  if (answer.token === '') throw new Error(messages.registerFailed)
  open(answer, 'sms')
  rememberForm('sms', input.agreementVersion, answer)
}

/**
 * Requests the erasure of the account and ends the session here, even if the call failed, which is logged. Resolves with
 * whether the server confirmed the request. A rejection, as of a wrong code, is thrown as `ApiError` and leaves the
 * session, so that the user can try again.
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
