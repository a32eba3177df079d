import { expect, it } from 'vitest'
import { wholeList } from '../../../../test/assistant/open-tools.ts'
import { recordEvidence } from './record-list.tool.ts'
import type { ToolDeps } from './tool-deps.ts'

/** More records than are read to narrow or order a list. */
const MANY = 2001

/** A company with many current records, of which a page has one row. */
const manyRecords: Pick<ToolDeps, 'listRecords' | 'findRecord'> = {
  findRecord: async () => null,
  listRecords: async ({ view, page, pageSize }) => ({
    company: { id: 'c-1', name: '演示多案有限公司', region: null, creditCode: null, isDemo: true },
    counts: { current: MANY, disputed: 0, history: 0 },
    connected: true,
    feeds: [],
    facets: [],
    namesakes: 0,
    total: view === 'current' ? MANY : 0,
    totalCapped: false,
    page,
    pageSize,
    list: [
      {
        id: 'r-1',
        recordKind: 'executedPerson',
        companyId: 'c-1',
        identity: null,
        recordStatus: '当前有效',
        sources: [{ sourceId: 'test', sourceName: '测试来源', sourceUrl: null, asOf: '2026-06-30' }],
        publishedAt: '2025-02-01',
        updatedAt: '2026-06-30T00:00:00.000Z',
        displayUntil: null,
        removedAt: null,
        removedReason: null,
        dispute: null,
        severity: null,
        linkedBy: 'creditCode',
        isDemo: true,
        links: {},
        isFormerOffice: false,
        fields: { execAmount: { value: 10, unit: '元' } },
      },
    ],
  }),
}

const read = (deviation: Partial<Parameters<typeof recordEvidence>[1]>) =>
  recordEvidence(manyRecords, {
    ...wholeList('c-1'),
    kind: 'executedPerson',
    identity: null,
    facets: {},
    ...deviation,
  })

it('states the count of a long list, and never the first of an order that it has not read whole', async () => {
  const [list, ...rows] = (await read({ order: 'most' })) ?? []
  expect(list?.fields['total']?.value).toMatchObject({ number: MANY })
  expect(rows).toEqual([])
})

it('gives no number where a long list is narrowed by what it has not read', async () => {
  const [list] = (await read({ days: { from: '2025-01-01', to: null } })) ?? []
  expect(list?.fields['total']).toBeUndefined()
})

it('shows the records of other views where the asked one is empty', async () => {
  const [list, row] = (await read({ view: 'disputed', limit: 3 })) ?? []
  expect(list?.fields['disputed']?.value).toMatchObject({ number: 0 })
  expect(row?.view).toBe('current')
})

it.each([
  ['追缴税款并处罚款 26 万元。', { number: 26, unit: '万元' }],
  ['罚款人民币 5,000.5 元', { number: 5000.5, unit: '元' }],
  ['罚款 26 万元，又罚款 3 万元', undefined],
  ['追缴税款', undefined],
])('reads the only fine of a tax violation from its page: %s', async (penalty, fine) => {
  const taxViolations: typeof manyRecords = {
    listRecords: async (query) => {
      const found = await manyRecords.listRecords(query)
      return found === null
        ? null
        : { ...found, list: found.list.map((one) => ({ ...one, recordKind: 'taxViolation', fields: {} })) }
    },
    findRecord: async () => {
      const found = await manyRecords.listRecords({
        ...wholeList('c-1'),
        kind: 'taxViolation',
        view: 'current',
        facets: new Map(),
        identity: null,
        page: 1,
        pageSize: 1,
      })
      const [row] = found?.list ?? []
      return row === undefined
        ? null
        : { ...row, fields: { penalty }, company: null, related: [], timeline: [], decisions: [] }
    },
  }
  const found = await recordEvidence(taxViolations, { companyId: 'c-1', kind: 'taxViolation', limit: 1 })
  expect(found?.[1]?.fields['fine']?.value).toEqual(fine === undefined ? undefined : { type: 'number', ...fine })
})
