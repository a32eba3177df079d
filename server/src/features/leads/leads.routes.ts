import { parseMobile } from '@baiqicha/contract/account'
import { resultCode } from '@baiqicha/contract/result-codes'
import { readNumberKey } from '../../domain/contacts/contact-value.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { refuseIfUnavailable } from '../../search/company-search.ts'
import type { HiddenNumberService } from './hidden-number.service.ts'
import type { LeadsService } from './leads.service.ts'

export function leadHandlers(leads: LeadsService) {
  return {
    leadSearch: ({ input, session, address }) => refuseIfUnavailable(leads.search(input, { session, address })),
    leadDetail: ({ input, session, address }) => leads.detail(input.id, { session, address }),
    dial: ({ input, session, address }) => leads.dial(input, { session, address }),
  } satisfies Partial<Handlers>
}

/** The typed mobile number. @throws Refusal, for a landline or mailbox with the way to have it corrected. */
function requireMobile(typed: string): string {
  const mobile = parseMobile(typed)
  if (mobile !== null) return mobile
  const message = readNumberKey(typed) === null ? '请输入正确的手机号' : '固话和邮箱请通过“数据纠错”提交，并上传凭证'
  throw new Refusal({ code: resultCode.mobileInvalid, message })
}

export const hiddenNumberHandlers = (numbers: HiddenNumberService) =>
  ({
    async hideNumber({ input, address }) {
      await numbers.hide({ mobile: requireMobile(input.mobile), smsCode: input.smsCode, address })
      return { hidden: true }
    },

    async showNumber({ input, address }) {
      await numbers.show({ mobile: requireMobile(input.mobile), smsCode: input.smsCode, address })
      return { hidden: false }
    },
  }) satisfies Partial<Handlers>
