import {
  type CaptchaKind,
  captchaLengths,
  PASSWORD_LENGTH,
  parseMobile,
  SMS_CODE_LENGTH,
} from '@baiqicha/contract/account'

/** What can be wrong with a field before anything is sent, told at the field. */
export const fieldMessages = {
  mobile: '请输入正确的手机号',
  picture: `请输入图中的 ${captchaLengths.picture} 个字符`,
  voice: `请输入听到的 ${captchaLengths.voice} 位数字`,
  voiceWrong: '语音验证码错误或已过期，请重新收听',
  captchaAway: '验证码没有加载出来，请再试一次',
  smsCode: `请输入 ${SMS_CODE_LENGTH} 位验证码`,
  passwordMissing: '请输入密码',
  password: `密码为 ${PASSWORD_LENGTH.min}–${PASSWORD_LENGTH.max} 个字符`,
  passwordAgain: '两次输入的密码不一致',
} as const

/** The code within what was typed or pasted, as in 验证码123456; digits beyond its length are dropped. */
export const digitsOfCode = (text: string, length: number = SMS_CODE_LENGTH) =>
  text.normalize('NFKC').replace(/\D/g, '').slice(0, length)

/** What is wrong with a typed number, or undefined. */
export const mobileFault = (text: string) => (parseMobile(text) === null ? fieldMessages.mobile : undefined)

/** What is wrong with an answer to a captcha, or undefined. */
export const captchaFault = (kind: CaptchaKind, text: string) =>
  text.trim().length === captchaLengths[kind] ? undefined : fieldMessages[kind]

/** What is wrong with a typed SMS code, or undefined. */
export const smsCodeFault = (text: string) => (text.length === SMS_CODE_LENGTH ? undefined : fieldMessages.smsCode)

/** What is wrong with a new password as far as it can be told here, or undefined: the server knows the common ones. */
export function newPasswordFault(text: string): string | undefined {
  const length = Array.from(text).length
  return length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max ? undefined : fieldMessages.password
}
