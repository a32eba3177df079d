import { readFileSync } from 'node:fs'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import { longestFirst, regionForms, searchKey } from '../../domain/names/company-name.ts'
import { createPlaceNames, type PlaceNames, type WordsByStart, wordsByStart } from '../../domain/names/place-names.ts'

/** Terms and records contain places of this table: raise FORMAT_VERSION when it changes. */
const file = new URL('../../../../data/reference/regions.csv', import.meta.url)

let places: PlaceNames | undefined

/** The region table. Read on first use: only indexing needs it. */
export function knownPlaces(): PlaceNames {
  places ??= createPlaceNames(
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [code = '', name = ''] = line.split(',')
        return { code, name }
      }),
  )
  return places
}

export type RegionWords = {
  /** As names write the region, longest first. */
  forms: readonly string[]
  /** Search keys of `forms`. */
  keys: readonly string[]
  /** `forms` by their first two characters. */
  byStart: WordsByStart
}

type Located = Pick<IndexableCompany, 'regionName' | 'regionCode' | 'creditCode'>

/** Bounded by the reference table of regions: a few thousand places, and the few regions that each occurs with. */
const cache = new Map<string, RegionWords>()

/** Every word that stands for the region of a company, down to the county of its region code and of its credit code. */
export function regionWordsOf({ regionName, regionCode, creditCode }: Located): RegionWords {
  const registeredAt = creditCode?.length === 18 ? creditCode.slice(2, 8) : ''
  const id = `${regionName ?? ''} ${regionCode ?? ''} ${registeredAt}`
  const known = cache.get(id)
  if (known !== undefined) return known
  const { formsOf } = knownPlaces()
  const forms = longestFirst([
    ...(regionName === null ? [] : regionForms(regionName)),
    ...(regionCode === null ? [] : formsOf(regionCode)),
    ...formsOf(registeredAt),
  ])
  const words = { forms, keys: forms.map(searchKey), byStart: wordsByStart(forms) }
  cache.set(id, words)
  return words
}
