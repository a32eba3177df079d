import { type LoginAnswer, loginAnswerSchema, tokenlessAnswerSchema } from '@baiqicha/contract/account'
import { resultCode } from '@baiqicha/contract/result-codes'
import type { RouteInput } from '@baiqicha/contract/routes'
import { accountRoutes } from '@baiqicha/contract/routes/account'
import * as z from 'zod/mini'
import { messages, rejectionOf } from '../api/api-error.ts'
import { callApi } from '../api/client.ts'
import { logWarning } from '../log/log.ts'
import { endSession, type LoginFormData, saveLoginFormData } from './session-actions.ts'
import { clearSession, type LoginType, startSession, useSessionStore } from './session-store.ts'

export type Credentials =
  | { loginType: 'sms'; input: RouteInput<'loginBySmsCode'> }
  | { loginType: 'password'; input: RouteInput<'loginByPassword'> }

/** An answer without a token is no unreadable answer: it has a message of its own. */
const output = z.union([loginAnswerSchema, tokenlessAnswerSchema])
type Answer = z.infer<typeof output>

/** Returns the answer if it brought a token. Otherwise throws the message. */
function requireToken(answer: Answer, message: string): LoginAnswer {
  if (answer === null || !('userDetail' in answer) || answer.token === '') throw new Error(message)
  return answer
}

function open({ token, isFirstLogin, userDetail }: LoginAnswer, loginType: LoginType) {
  startSession(token, userDetail, { loginType, isFirstLogin })
}

function saveForm(loginType: LoginFormData['loginType'], agreementVersion: string, { userDetail }: LoginAnswer) {
  saveLoginFormData({ loginType, agreementVersion, mobileMasked: userDetail.phoneMasked })
}

/**
 * Logs in and returns the token. After an external login, returns its token. On failure no session exists. Throws
 * `ApiError`, or an error whose message can be shown.
 */
export async function logIn(credentials: Credentials): Promise<string> {
  try {
    const { loginType, token } = useSessionStore.getState()
    if (loginType === 'external') {
      if (token === null || token === '') throw new Error(messages.noToken)
      return token
    }
    const answer = requireToken(
      credentials.loginType === 'sms'
        ? await callApi({ ...accountRoutes.loginBySmsCode, output }, credentials.input)
        : await callApi({ ...accountRoutes.loginByPassword, output }, credentials.input),
      messages.noToken,
    )
    open(answer, credentials.loginType)
    saveForm(credentials.loginType, credentials.input.agreementVersion, answer)
    return answer.token
  } catch (error) {
    clearSession()
    throw error
  }
}

/** Registers an account and starts its session. Throws `ApiError`, or an error whose message can be shown. */
export async function register(input: RouteInput<'register'>): Promise<void> {
  const answer = requireToken(await callApi({ ...accountRoutes.register, output }, input), messages.registerFailed)
  open(answer, 'sms')
  saveForm('sms', input.agreementVersion, answer)
}

/**
 * Requests the erasure of the account and ends the local session even when the request fails, which is logged. Resolves
 * to whether the server confirmed. A rejection, such as a wrong code, is thrown as `ApiError` and keeps the session, so
 * that the user can retry.
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
