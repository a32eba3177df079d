import { resultCode } from '@baiqicha/contract/result-codes'
import {
  type ChoiceError,
  type ChoiceKind,
  type MembershipRules,
  offeredChoices,
  readChoices,
} from '../../domain/account/membership-rules.ts'
import { valueOrThrow } from '../../domain/result.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { noSession, Refusal } from '../../platform/http/refusal.ts'
import type { GiftError, GiftService } from './gift.service.ts'
import type { ChoiceRepository } from './membership.repository.ts'

type MembershipDeps = { findRules: () => Promise<MembershipRules>; gifts: GiftService; choices: ChoiceRepository }

export function membershipHandlers({ findRules, gifts, choices }: MembershipDeps) {
  async function requireChoices(kind: ChoiceKind, joined: string): Promise<string[]> {
    return valueOrThrow(readChoices(await findRules(), kind, joined), choiceRefusal)
  }

  async function requireSome(kind: ChoiceKind, joined: string): Promise<string[]> {
    const chosen = await requireChoices(kind, joined)
    if (chosen.length === 0) throw choiceUnfit(kind === 'career' ? '请选择身份' : '请选择行业')
    return chosen
  }

  async function save(userId: string, kind: ChoiceKind, joined: string) {
    if (!(await choices.save(userId, kind, await requireChoices(kind, joined)))) throw noSession()
    return null
  }

  return {
    async careerIndustryList() {
      const { careers, industries, careerLimit, industryLimit } = await findRules()
      return {
        careerList: offeredChoices(careers),
        industryList: offeredChoices(industries),
        careerLimit,
        industryLimit,
      }
    },

    async saveIndustryCareer({ session: { userId }, input, address }) {
      const careers = await requireSome('career', input.careerIdStr)
      const industries = await requireSome('industry', input.industryIdStr)
      return valueOrThrow(await gifts.claim({ userId, careers, industries, address }), giftRefusal)
    },

    saveCareer: ({ session, input }) => save(session.userId, 'career', input.careerIdStr),

    saveIndustry: ({ session, input }) => save(session.userId, 'industry', input.industryIdStr),
  } satisfies Partial<Handlers>
}

const choiceUnfit = (message: string) => new Refusal({ code: resultCode.choiceUnfit, message })

/** Chinese numerals before a measure word: 两, not 二. */
const counts = '零一两三四五六七八九'

function choiceRefusal(error: ChoiceError): Refusal {
  switch (error.type) {
    case 'tooMany':
      return choiceUnfit(`${error.kind === 'career' ? '身份' : '每项'}最多选择${counts.charAt(error.limit)}个`)
    case 'unfit':
      return choiceUnfit('选项已有变化，请重新选择')
    default:
      return error satisfies never
  }
}

function giftRefusal(error: GiftError): Refusal {
  switch (error.type) {
    case 'spent':
      return new Refusal({ code: resultCode.giftSpent, message: '您已领取过' })
    case 'closing':
      return new Refusal({ code: resultCode.accountClosing, message: '您的账户正在注销中，撤销注销后再领取' })
    case 'noAccount':
      return noSession()
    default:
      return error satisfies never
  }
}
