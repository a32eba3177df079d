import {
  type CaptchaKind,
  captchaLengths,
  PASSWORD_LENGTH,
  parseMobile,
  SMS_CODE_LENGTH,
} from '@baiqicha/contract/account'

/** Validation messages shown at fields. */
export const fieldMessages = {
  mobileMissing: '请输入手机号',
  mobile: '请输入正确的手机号',
  picture: `请输入图中的 ${captchaLengths.picture} 个字符`,
  voice: `请输入听到的 ${captchaLengths.voice} 位数字`,
  voiceWrong: '语音验证码错误或已过期，请重新收听',
  captchaAway: '验证码加载失败，请重试',
  smsCode: `请输入 ${SMS_CODE_LENGTH} 位验证码`,
  passwordMissing: '请输入密码',
  password: `密码为 ${PASSWORD_LENGTH.min}–${PASSWORD_LENGTH.max} 个字符`,
  passwordAgain: '两次输入的密码不一致',
} as const

/** Code in typed or pasted text such as 验证码123456; drops digits beyond its length. */
export const digitsOfCode = (text: string, length: number = SMS_CODE_LENGTH) =>
  text.normalize('NFKC').replace(/\D/g, '').slice(0, length)

/** Error of a typed number, or undefined. */
export function mobileFault(text: string): string | undefined {
  if (text.trim() === '') return fieldMessages.mobileMissing
  return parseMobile(text) === null ? fieldMessages.mobile : undefined
}

/** Error of a captcha answer, or undefined. */
export const captchaFault = (kind: CaptchaKind, text: string) =>
  text.trim().length === captchaLengths[kind] ? undefined : fieldMessages[kind]

/** Error of a typed SMS code, or undefined. */
export const smsCodeFault = (text: string) => (text.length === SMS_CODE_LENGTH ? undefined : fieldMessages.smsCode)

/** Error of a new password that the client can detect, or undefined. The server knows the common passwords. */
export function newPasswordFault(text: string): string | undefined {
  const length = Array.from(text).length
  return length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max ? undefined : fieldMessages.password
}
