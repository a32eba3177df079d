import type { CareerIndustry, Choice } from '@baiqicha/contract/membership'
import { answer } from './server.ts'

const choices = (kind: string, names: readonly string[]): Choice[] =>
  names.map((name, index) => ({ id: `${kind}-${index + 1}`, name }))

export const buildCareerIndustry = (overrides: Partial<CareerIndustry> = {}): CareerIndustry => ({
  careerList: choices('career', ['求职者', '企业法务', '企业主', '销售', '采购']),
  industryList: choices('industry', ['信息技术', '制造业', '金融业', '建筑业']),
  careerLimit: 3,
  industryLimit: 3,
  ...overrides,
})

/** The end of a membership given on 2026-11-20. */
export const giftEnd = '2028-11-20T15:59:59.000Z'

/** What the gift modal asks for and sends, answered plainly. Gives the claims as they come. */
export function answerGift() {
  answer('careerIndustryList', buildCareerIndustry())
  return answer('saveIndustryCareer', { vipExpireAt: giftEnd, isNew: true })
}

/** The modal's code comes when it is first opened; tests fetch it before, so that none waits for a compiler. */
export const loadGiftCode = () => import('../src/features/gift/gift-popups.tsx')
