import { afterAll } from 'vitest'
import { TestRecords } from '../../test/builders-search.ts'
import { makeIndexDirectory, openSearchOver } from '../../test/company-search.local.ts'
import { describeCompanySearch } from '../../test/company-search.suite.ts'

const removals: (() => Promise<void>)[] = []
afterAll(() => Promise.all(removals.map((remove) => remove())))

describeCompanySearch('embedded', async (companies, now) => {
  const { directory, remove } = await makeIndexDirectory()
  removals.push(remove)
  const search = openSearchOver({ directory, source: new TestRecords(companies), now: () => now })
  await search.refresh()
  return search
})
