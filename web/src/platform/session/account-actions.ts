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

function saveForm(loginType: LoginFormData['loginType'], agreementVersion: string, { userDetail }: LoginAnswer) {
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
    saveForm(credentials.loginType, credentials.input.agreementVersion, answer)
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
  saveForm('sms', input.agreementVersion, answer)
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
