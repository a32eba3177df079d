import { resultCode } from '@baiqicha/contract/result-codes'
import { Refusal } from '../../platform/http/refusal.ts'
import { limitRefusal } from '../../platform/limits/limit-refusal.ts'
import type { SmsGuessError, SmsRequestError } from './sms-code.service.ts'

/** Refusal for a code that was not sent. */
export function smsRequestRefusal(error: SmsRequestError): Refusal {
  switch (error.type) {
    case 'limited':
      return limitRefusal(error)
    case 'notSent':
      return new Refusal({ code: resultCode.smsNotSent, message: '短信发送失败，请稍后重试' })
    default:
      return error satisfies never
  }
}

/** Refusal for a code that was not accepted. `wayRound`: what the user can do instead of waiting. */
export function smsGuessRefusal(error: SmsGuessError, wayRound?: string): Refusal {
  switch (error.type) {
    case 'limited':
      return limitRefusal(error, wayRound)
    case 'malformed':
      return new Refusal({ code: resultCode.smsCodeWrong, message: '请输入 6 位数字验证码' })
    case 'wrong':
      return error.guessesLeft > 0
        ? new Refusal({ code: resultCode.smsCodeWrong, message: `验证码错误，还可尝试 ${error.guessesLeft} 次` })
        : new Refusal({ code: resultCode.smsCodeVoid, message: '验证码错误次数过多，请重新获取' })
    case 'void':
      return new Refusal({ code: resultCode.smsCodeVoid, message: '验证码已失效，请重新获取' })
    default:
      return error satisfies never
  }
}
