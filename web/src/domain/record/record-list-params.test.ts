import { recordKinds } from '@baiqicha/contract/records/kinds'
import { recordViews } from '@baiqicha/contract/records/record'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RecordListParams, readRecordListParams, recordListUrl, withFacet } from './record-list-params.ts'

const kind = recordKinds.judicialDocument
const read = (query: string) => readRecordListParams(kind, query)
const queryOf = (address: string) => address.slice(address.indexOf('?'))

test('reading a URL returns the params it was built from', () => {
  const value = fc.string({ minLength: 1, maxLength: 200, unit: 'binary' })
  const params: fc.Arbitrary<RecordListParams> = fc.record({
    companyId: fc.string({ unit: 'grapheme-ascii' }),
    view: fc.constantFrom(...recordViews),
    facets: fc.record({ identity: fc.constantFrom('被告', '原告'), year: value, labour: value }, { requiredKeys: [] }),
  })
  fc.assert(
    fc.property(params, (there) => {
      expect(read(queryOf(recordListUrl(kind, there)))).toEqual({ ...there, facets: { ...there.facets } })
    }),
  )
})

test.each([
  ['an unknown view', '?view=all'],
  ['a facet of another kind', '?office=演示市'],
  ['a part that no company has', '?identity=法官'],
  ['an empty value', '?year='],
  ['a value too long to ask for', `?year=${'2'.repeat(201)}`],
])('%s counts as absent', (_name, query) => {
  expect(read(query)).toEqual({ companyId: '', view: 'current', facets: {} })
})

test('withFacet sets, changes and removes a facet', () => {
  const year = withFacet({ labour: '劳动争议' }, 'year', '2026')
  expect(year).toEqual({ labour: '劳动争议', year: '2026' })
  expect(withFacet(year, 'year', '2025')).toEqual({ labour: '劳动争议', year: '2025' })
  expect(withFacet(year, 'year', null)).toEqual({ labour: '劳动争议' })
})
