import { captchaLengths, parseMobile, SMS_CODE_LENGTH } from '@baiqicha/contract/account'

/** What can be wrong with a field, told at the field. */
export const fieldMessages = {
  mobile: '请输入正确的手机号',
  captcha: `请输入图中的 ${captchaLengths.picture} 个字符`,
  smsCode: `请输入 ${SMS_CODE_LENGTH} 位验证码`,
} as const

export type FieldName = keyof typeof fieldMessages
export type LoginInput = Record<FieldName, string>
export type FieldErrors = Partial<Record<FieldName, string>>

const checks: Readonly<Record<FieldName, (text: string) => boolean>> = {
  mobile: (text) => parseMobile(text) !== null,
  captcha: (text) => text.trim().length === captchaLengths.picture,
  smsCode: (text) => new RegExp(`^\\d{${SMS_CODE_LENGTH}}$`).test(text),
}

/** The sentences for those of the named fields that cannot be sent. */
export function checkFields(input: LoginInput, names: readonly FieldName[]): FieldErrors {
  return Object.fromEntries(
    names.filter((name) => !checks[name](input[name])).map((name) => [name, fieldMessages[name]]),
  )
}

/** The code within what was typed or pasted, as in 验证码123456；digits beyond its length are dropped. */
export const digitsOfCode = (text: string) => text.normalize('NFKC').replace(/\D/g, '').slice(0, SMS_CODE_LENGTH)
