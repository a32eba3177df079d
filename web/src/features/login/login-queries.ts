import { parseMobile } from '@baiqicha/contract/account'
import type { Envelope } from '@baiqicha/contract/envelope'
import { useQuery } from '@tanstack/react-query'
import { callApi, callRawApi } from '../../platform/api/client.ts'
import { deviceFields } from '../../platform/device/device.ts'
import { loginBySmsCode } from '../../platform/session/session-actions.ts'
import type { LoginInput } from './login-input.ts'

/** A picture of its own for every visit; `refetch` draws another. */
export function useCaptchaQuery() {
  return useQuery({
    queryKey: ['captcha'],
    queryFn: ({ signal }) => callApi('captcha', {}, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** The route is raw: whoever asks reads the answer's code. */
export function sendSmsCode(input: LoginInput, captchaId: string): Promise<Envelope> {
  return callRawApi('sendSmsCode', {
    mobile: parseMobile(input.mobile) ?? '',
    scene: 'login',
    captchaId,
    captchaCode: input.captcha.trim(),
    ...deviceFields(),
  })
}

export function login(input: LoginInput): Promise<void> {
  return loginBySmsCode({
    mobile: parseMobile(input.mobile) ?? '',
    smsCode: input.smsCode,
    agreementVersion: '2026-11-22',
    ...deviceFields(),
  })
}
