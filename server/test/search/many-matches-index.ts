import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { EmbeddedCompanySearch } from '../../src/search/embedded-company-search.ts'
import { buildIndexableCompany, buildQuery, type TestRecords } from '../builders/indexable-companies.ts'
import { makeIndexDirectory, openSearchOver } from './company-search.local.ts'

export const whale = buildIndexableCompany({ id: 'whale', name: '演示蓝鲸渔业有限公司' })
export const calf = buildIndexableCompany({ id: 'calf', name: '演示蓝鲸养殖有限公司', prominence: 900 })
/** Three hundred companies and the whale. */
export const manyMatches = () => [
  ...Array.from({ length: 300 }, (_, index) => buildIndexableCompany({ name: `演示第${index}远洋有限公司` })),
  whale,
]

export const findFirstMatch = async (search: EmbeddedCompanySearch) =>
  (await search.search(buildQuery('蓝鲸'))).hits.map((hit) => hit.companyId)

/** Either the ids or the error of a search. */
export type Outcome = { ids: string[] } | { failure: unknown }
export const outcome = (found: Promise<string[]>): Promise<Outcome> =>
  found.then(
    (ids) => ({ ids }),
    (failure: unknown) => ({ failure }),
  )

/** A directory per test, and searches over it. */
export function indexDirectories() {
  let current = { directory: '', remove: () => Promise.resolve() }
  beforeEach(async () => {
    current = await makeIndexDirectory()
  })
  afterEach(() => current.remove())

  const filesOf = async (ending: string) =>
    (await readdir(current.directory))
      .filter((name) => name.includes(ending))
      .map((name) => path.join(current.directory, name))

  const start = (records: TestRecords, deviation: { queueLimit?: number; workers?: number } = {}) => {
    const events: string[] = []
    const onEvent = (event: string) => void events.push(event)
    const search = openSearchOver({ directory: current.directory, source: records, onEvent, ...deviation })
    return { search, events }
  }

  /** The largest segment file. */
  const baseFile = async () => {
    const segments = await filesOf('.segment')
    const files = await Promise.all(segments.map(async (file) => ({ file, size: (await stat(file)).size })))
    return files.toSorted((a, b) => b.size - a.size)[0]?.file ?? ''
  }

  /** Leaves a complete index on disk, with a small segment, and closes it. */
  const prepare = async (records: TestRecords) => {
    const { search } = start(records)
    await search.refresh()
    records.put(calf)
    await search.refresh()
    await search.close()
  }

  return { directory: () => current.directory, filesOf, baseFile, start, prepare }
}
