import { readFileSync } from 'node:fs'
import { createPlaceNames, type PlaceNames } from '../../domain/names/place-names.ts'

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
