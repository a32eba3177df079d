import { regionForms, searchKey } from '../../domain/names/company-name.ts'

export type RegionWords = {
  /** As a name may carry the region, longest first. */
  forms: readonly string[]
  /** As they are compared. */
  keys: readonly string[]
}

const noWords: RegionWords = { forms: [], keys: [] }
/** There are as many regions as the reference table has, and a million companies in them. */
const cache = new Map<string, RegionWords>()

/** Every word the region of a company is cache by. */
export function regionWordsOf(regionName: string | null): RegionWords {
  if (regionName === null) return noWords
  const words = cache.get(regionName)
  if (words !== undefined) return words
  const forms = regionForms(regionName)
  const found = { forms, keys: forms.map(searchKey) }
  cache.set(regionName, found)
  return found
}
