import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { buildSource } from '../../test/builders-search.ts'
import { describeCompanySearch } from '../../test/company-search.suite.ts'
import { openSqliteCompanySearch } from './sqlite-company-search.ts'

const directories: string[] = []
afterAll(() => Promise.all(directories.map((directory) => rm(directory, { recursive: true, force: true }))))

describeCompanySearch('sqlite', async (companies, now) => {
  const directory = await mkdtemp(path.join(tmpdir(), 'baiqicha-search-'))
  directories.push(directory)
  const search = openSqliteCompanySearch({
    directory,
    workers: 1,
    queueLimit: 1000,
    source: buildSource(companies),
    clock: { now: () => now },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    checkEvery: 0,
  })
  await search.refresh()
  return search
})
