import { expect, test } from 'vitest'
import { buildIndexableCompany } from '../../../../../test/builders/indexable-companies.ts'
import { createCurrentNames } from './current-names.ts'

/** Names over companies in memory; `now` and `revision` are set by the test. */
function openNames() {
  const store = { now: 0, revision: 1, isLarge: false, names: ['云岚演示有限公司'], reads: [] as unknown[] }
  const names = createCurrentNames({
    source: {
      hasMoreThan: async () => store.isLarge,
      async *companies(which) {
        store.reads.push(which)
        for (const name of store.names) yield buildIndexableCompany({ name })
      },
    },
    readRevision: async () => store.revision,
    listBestKnown: async (limit) => [`best ${limit}`],
    clock: { now: () => store.now },
    log: { warn: () => undefined },
  })
  return { store, names }
}

test('the first question waits for the table, and the next ones read it', async () => {
  const { store, names } = openNames()
  expect((await names.current())?.find('云岚演示')).toHaveLength(1)
  await names.current()
  expect(store.reads).toEqual([undefined])
})

test('no table is built before the page of questions opens', async () => {
  const { store, names } = openNames()
  await names.refresh()
  expect(store.reads).toEqual([])
  await names.prepare()
  expect(store.reads).toEqual([undefined])
})

test('a table is built again once companies changed', async () => {
  const { store, names } = openNames()
  await names.current()
  await names.refresh()
  expect(store.reads).toHaveLength(1)
  Object.assign(store, { revision: 2, names: ['澜山演示有限公司'] })
  await names.refresh()
  expect((await names.current())?.find('澜山演示')).toHaveLength(1)
})

test('a large store is read for its best-known companies only', async () => {
  const { store, names } = openNames()
  store.isLarge = true
  await names.current()
  expect(store.reads).toEqual([['best 50000']])
})
