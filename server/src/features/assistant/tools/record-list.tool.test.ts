import { expect, it } from 'vitest'
import { wholeList } from '../../../../test/assistant/open-tools.ts'
import { recordEvidence } from './record-list.tool.ts'
import type { ToolDeps } from './tool-deps.ts'

/** More records than are read to narrow or order a list. */
const MANY = 2001

/** A company with many current records, of which a page has one row. */
const manyRecords: Pick<ToolDeps, 'listRecords'> = {
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
