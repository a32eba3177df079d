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

/** End of a membership that started on 2026-11-20. */
export const giftEnd = '2028-11-20T15:59:59.000Z'

/** Mocks the requests of the gift modal with plain responses. Returns the list of claims. */
export function answerGift() {
  answer('careerIndustryList', buildCareerIndustry())
  return answer('saveIndustryCareer', { vipExpireAt: giftEnd, isNew: true })
}

/** Preloads the modal's code, so that no test waits for its compilation. */
export const loadGiftCode = () => import('../src/features/gift/gift-popups.tsx')
