import { describe, expect, test } from 'vitest'
import { emptyRow } from '../resolve/company-state.ts'
import { companyIdFrom } from '../resolve/entity-matching.ts'
import { KeyIndex } from './company-lookup.ts'

const companyOf = (at: number) => {
  const key = `91990001MA${String(at).padStart(8, '0')}`
  const matched_by = at % 3 === 0 ? ('registrationNumber' as const) : ('creditCode' as const)
  const row = emptyRow({ id: companyIdFrom('creditCode', key), matched_by, is_demo: 1, created_at: 0 })
  row.credit_code = at % 3 === 0 ? null : key
  row.registration_number = at % 3 === 0 ? key : null
  row.name_key = `演示${at % 1000}有限公司`
  return row
}

/** More than the slots and ids that the index begins with. */
const COMPANIES = 70_000

describe('an index of keys', () => {
  const companies = Array.from({ length: COMPANIES }, (_, at) => companyOf(at))
  const index = new KeyIndex()
  for (const company of companies) index.add(company)

  test('finds every company by each of its keys', () => {
    const isFound = ({ id, credit_code: code, registration_number: number }: (typeof companies)[number]) =>
      code === null
        ? index.find('registration_number', [number ?? '']).includes(id) && index.find('id', [id]).includes(id)
        : index.find('credit_code', [code]).includes(id)
    expect(index.companies).toBe(COMPANIES)
    expect(companies.filter((company) => !isFound(company))).toEqual([])
  })

  test('finds all companies of a name, each once', () => {
    const found = index.find('name_key', ['演示7有限公司', '演示7有限公司', '演示8有限公司'])
    const expected = companies.filter(({ name_key: key }) => key === '演示7有限公司' || key === '演示8有限公司')
    expect(found.toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
  })

  test('finds hardly anything for keys that no company has', () => {
    const unknown = Array.from({ length: 10_000 }, (_, at) => `91990002MA${String(at).padStart(8, '0')}`)
    expect(index.find('credit_code', unknown).length).toBeLessThan(10)
    expect(index.find('name_key', [''])).toEqual([])
  })
})
