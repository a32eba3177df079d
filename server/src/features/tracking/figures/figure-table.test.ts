import { expect, it } from 'vitest'
import { figureTable } from './figure-table.ts'

const nothing = async () => ({ asOf: null, missingDays: [], rows: [] })
const none = {
  overview: nothing,
  funnel: nothing,
  pages: nothing,
  clicks: nothing,
  sources: nothing,
  devices: nothing,
  vitals: nothing,
  errors: nothing,
  ingest: nothing,
}
const query = { from: '2026-11-22', to: '2026-11-23', fr: null, platformType: null }

it('says how many groups of few people 其他 stands for, as the only row in a store with few visitors', async () => {
  const row = { pageKey: '其他', views: 9, people: 2, seconds: null, merged: 7 }
  const few = { ...none, pages: async () => ({ asOf: 1, missingDays: [], rows: [row] }) }
  const { rows } = await figureTable(few, { figure: 'pages', ...query })
  expect(rows).toEqual([['其他（7 项，各少于 5 人）', 9, 2, null]])
})

it('shows a day without figures as unknown, not as 0, in the table and in the lines', async () => {
  const source = { fr: 'a', visits: 6, people: 5, merged: 0 }
  const rows = [
    { ...source, day: null },
    { ...source, day: '2026-11-23' },
  ]
  const some = { ...none, sources: async () => ({ asOf: 1, missingDays: ['2026-11-22'], rows }) }
  const table = await figureTable(some, { figure: 'sources', ...query })
  expect(table.rows).toEqual([['a', 6, 5, null, 6]])
  expect(table.lines?.series).toEqual([{ name: 'a', values: [null, 6] }])
})
