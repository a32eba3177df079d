import { regionForms, searchKey } from '../../domain/names/company-name.ts'

export type RegionWords = {
  /** As names write the region, longest first. */
  forms: readonly string[]
  /** Search keys of `forms`. */
  keys: readonly string[]
}

const noWords: RegionWords = { forms: [], keys: [] }
/** Bounded by the reference table of regions, a few thousand names. */
const cache = new Map<string, RegionWords>()

/** Every word that stands for the region of a company. */
export function regionWordsOf(regionName: string | null): RegionWords {
  if (regionName === null) return noWords
  const words = cache.get(regionName)
  if (words !== undefined) return words
  const forms = regionForms(regionName)
  const found = { forms, keys: forms.map(searchKey) }
  cache.set(regionName, found)
  return found
}
