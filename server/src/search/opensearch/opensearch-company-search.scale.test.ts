import { afterAll, beforeAll } from 'vitest'
import { takeOpenSearch } from '../../../test/engines/opensearch.ts'
import { fillOpenSearchIndex, openOpenSearchOver } from '../../../test/search/company-search.opensearch.ts'
import { describeCompanySearch } from '../../../test/search/company-search.suite.ts'
import { connectOpenSearch } from './client.ts'

let client: ReturnType<typeof connectOpenSearch>
const removals: (() => Promise<void>)[] = []

beforeAll(async () => {
  const { url } = await takeOpenSearch()
  client = connectOpenSearch({ url })
})
afterAll(async () => {
  for (const remove of removals) await remove()
  await client.close()
})

describeCompanySearch('opensearch', async (companies, now) => {
  const { state, remove } = await fillOpenSearchIndex(client, companies)
  removals.push(remove)
  return openOpenSearchOver(
    client,
    async () => state,
    () => now,
  )
})
