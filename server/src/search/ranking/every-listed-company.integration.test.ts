import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTable } from '../../../../data/read-table.ts'
import type { StoreSearch } from '../../../test/relevance/store-search.ts'
import { openStarterSearch } from '../../../test/search/starter-store.ts'

/** Every stock of the starter set, by short name and by code. */

const file = new URL('../../../../data/starter/companies.csv.gz', import.meta.url)
let starter: StoreSearch
let codeOf: Map<string, string | undefined>
let rows: { code: string; shortName: string }[]

beforeAll(async () => {
  starter = await openStarterSearch()
  rows = (await readTable(file.pathname)).map((row) => ({
    code: row['stock_code'] ?? '',
    shortName: row['short_name'] ?? '',
  }))
  codeOf = new Map(starter.companies.map(({ id, stockCodes }) => [id, stockCodes[0]]))
})
afterAll(() => starter.close())

/** The stock code of the first result. */
async function firstCode(keyword: string) {
  const query = { keyword, filters: {}, sort: 'relevance', offset: 0, limit: 1, exact: false } as const
  const [hit] = (await starter.search.search(query)).hits
  return codeOf.get(hit?.companyId ?? '')
}

describe('every listed company', () => {
  test('is in the store, each with its own code', () => {
    expect(rows).toHaveLength(5711)
    const stored = new Set(codeOf.values())
    expect(rows.filter(({ code }) => !stored.has(code))).toEqual([])
  })

  test('is found first by its code', async () => {
    const missing: string[] = []
    for (const { code, shortName } of rows) {
      const found = await firstCode(code)
      if (found !== code) missing.push(`${code} ${shortName} → ${found}`)
    }
    expect(missing).toEqual([])
  })

  test('is found first by its short name', async () => {
    const bearers = Map.groupBy(rows, ({ shortName }) => shortName)
    const missing: string[] = []
    for (const { shortName } of rows) {
      const found = await firstCode(shortName)
      if (!bearers.get(shortName)?.some(({ code }) => code === found)) missing.push(`${shortName} → ${found}`)
    }
    expect(missing).toEqual([])
  })
})
