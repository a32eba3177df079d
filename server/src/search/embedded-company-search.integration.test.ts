import { afterAll } from 'vitest'
import { TestRecords } from '../../test/builders/indexable-companies.ts'
import { makeIndexDirectory, openSearchOver } from '../../test/search/company-search.local.ts'
import { describeCompanySearch } from '../../test/search/company-search.suite.ts'

const removals: (() => Promise<void>)[] = []
afterAll(() => Promise.all(removals.map((remove) => remove())))

describeCompanySearch('embedded', async (companies, now) => {
  const { directory, remove } = await makeIndexDirectory()
  removals.push(remove)
  const search = openSearchOver({ directory, source: new TestRecords(companies), now: () => now })
  await search.refresh()
  return search
})
