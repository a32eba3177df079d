import { membershipRoutes } from '@baiqicha/contract/routes/membership'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/client.ts'

type Options = {
  enabled?: boolean
  /** Refetches on every mount. */
  isFresh?: boolean
}

/** Identities and industries to choose from. The caller shows a failure. */
export const useCareerIndustryQuery = ({ enabled = true, isFresh = false }: Options = {}) =>
  useQuery({
    ...apiQuery(['careerIndustryList'], membershipRoutes.careerIndustryList, {}),
    enabled,
    refetchOnMount: isFresh ? 'always' : true,
  })

export type GiftChoiceKind = 'career' | 'industry'

/** Chinese uses 两 before a measure word, not 二. */
const counts = '零一两三四五六七八九'

/** Message when the user selects more than the limit (SPEC §5). */
export function tooManyChoicesMessage(kind: GiftChoiceKind, limit: number): string {
  const count = counts[limit] ?? String(limit)
  return `${kind === 'career' ? '身份' : '每项'}最多选择${count}个`
}

/** Toggles a choice. null when the choice would exceed the limit. */
export function toggleChoice(chosen: readonly string[], id: string, limit: number): readonly string[] | null {
  if (chosen.includes(id)) return chosen.filter((chosenId) => chosenId !== id)
  return chosen.length >= limit ? null : [...chosen, id]
}
