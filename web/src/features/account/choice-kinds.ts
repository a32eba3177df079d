import type { CareerIndustry, Choice } from '@baiqicha/contract/membership'
import { membershipRoutes } from '@baiqicha/contract/routes/membership'
import type { GiftChoiceKind } from '../../domain/gift/choice-limit.ts'
import { saveProfile } from './save-profile.ts'

type ChoiceKindDetails = {
  title: string
  read: (answer: CareerIndustry) => { list: readonly Choice[]; limit: number }
  /** An empty list deletes the choice. Throws `ApiError`. */
  save: (ids: readonly string[], done: string) => Promise<void>
}

export const choiceKinds: Readonly<Record<GiftChoiceKind, ChoiceKindDetails>> = {
  career: {
    title: '身份',
    read: ({ careerList, careerLimit }) => ({ list: careerList, limit: careerLimit }),
    save: (ids, done) => saveProfile(membershipRoutes.saveCareer, { careerIdStr: ids.join(',') }, done),
  },
  industry: {
    title: '行业',
    read: ({ industryList, industryLimit }) => ({ list: industryList, limit: industryLimit }),
    save: (ids, done) => saveProfile(membershipRoutes.saveIndustry, { industryIdStr: ids.join(',') }, done),
  },
}
