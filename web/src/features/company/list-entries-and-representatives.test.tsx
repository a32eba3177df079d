import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  buildBusinessInfo,
  buildCompanyDetail,
  buildProvenance,
  buildSections,
} from '../../../test/company-builders.ts'
import { buildRecordList, buildRecordRow } from '../../../test/record-builders.ts'
import { renderApp } from '../../../test/render-app.tsx'
import { answer } from '../../../test/server.ts'

const source = (sourceName: string, asOf: string) => buildProvenance({ sourceId: sourceName, sourceName, asOf })

/** Matches the element with this text, of which a part may be an element of its own. */
const noteOf = (whole: string) => (_: string, element: Element | null) =>
  element?.tagName === 'DIV' && element.textContent === whole

const card = async (name: string) => within(await screen.findByRole('region', { name }))

test('a list entry shows list, year, rank and publisher, and the revenue in 亿元 with its year', async () => {
  const fields = {
    listName: '演示企业500强',
    publisher: '演示企业联合会',
    year: 2025,
    rank: 12,
    revenue: { value: 3_865_000, unit: '万元' },
    revenueYear: 2024,
  }
  answer('companyDetail', buildCompanyDetail({ sections: buildSections({ listEntry: { current: 1 } }) }))
  answer('businessInfo', buildBusinessInfo())
  answer('listEntryList', buildRecordList('listEntry', { list: [buildRecordRow('listEntry', { fields })] }))
  renderApp('/company/detail?id=c-1&tab=overview')
  const shown = await card('榜单')
  expect(await shown.findByText('2025 演示企业500强 第 12 位')).toBeTruthy()
  expect(shown.getByText('演示企业联合会 · 2024 年营业收入 386.50 亿元')).toBeTruthy()
})

const entry = (id: string, listName: string, rank: number) =>
  buildRecordRow('listEntry', {
    id,
    fields: { listName, rank, revenue: { value: 3_865_000, unit: '万元' }, revenueYear: 2024 },
  })

test('the header of a company that only lists name shows rank, revenue and province', async () => {
  const unknown = { registeredCapital: null, foundedOn: null, legalRepresentative: null, region: '演示省' }
  const sections = buildSections({ listEntry: { current: 2 } })
  answer('companyDetail', buildCompanyDetail({ ...unknown, sections }))
  answer('businessInfo', buildBusinessInfo())
  const list = [entry('r-1', '演示制造业100强', 30), entry('r-2', '演示企业500强', 12)]
  answer('listEntryList', buildRecordList('listEntry', { list }))
  renderApp('/company/detail?id=c-1&tab=overview')
  const header = await card('企业概要')
  expect(await header.findByText('第 12 位')).toBeTruthy()
  const facts = header.getAllByRole('term').map((term) => `${term.textContent} ${term.nextSibling?.textContent}`)
  expect(facts).toEqual(['演示企业500强 第 12 位', '2024 年营业收入 386.50 亿元', '所在省份 演示省'])
})

test('the foot of 榜单 names the sources of its rows, each once with its newest date', async () => {
  const list = [
    buildRecordRow('listEntry', { id: 'r-1', sources: [source('演示企业榜单', '2024-08')] }),
    buildRecordRow('listEntry', { id: 'r-2', sources: [source('演示企业榜单', '2025-08')] }),
  ]
  const feeds = [source('演示企业榜单', '2025-08'), source('另一演示名录', '2025-07')]
  answer('companyDetail', buildCompanyDetail({ sections: buildSections({ listEntry: { current: 2 } }) }))
  answer('businessInfo', buildBusinessInfo())
  answer('listEntryList', buildRecordList('listEntry', { list, feeds }))
  renderApp('/company/detail?id=c-1&tab=overview')
  const shown = await card('榜单')
  expect(await shown.findByText('演示企业榜单')).toBeTruthy()
  expect(shown.getByText('2025-08')).toBeTruthy()
  expect(shown.queryByText('2024-08')).toBeNull()
  expect(shown.queryByText('另一演示名录')).toBeNull()
})

test('a reported representative shows the year and the day of the report', async () => {
  const row = buildRecordRow('reportedRepresentative', {
    fields: { name: '演示甲', year: 2021, reportDate: '2022-04-20' },
    publishedAt: '2022-04-20',
  })
  const sections = buildSections({ reportedRepresentative: { current: 1 } })
  answer('companyDetail', buildCompanyDetail({ sections }))
  answer('businessInfo', buildBusinessInfo())
  answer('reportedRepresentativeList', buildRecordList('reportedRepresentative', { list: [row] }))
  renderApp('/company/detail?id=c-1&tab=overview')
  const shown = await card('历年法定代表人（年报）')
  expect(await shown.findByText('演示甲')).toBeTruthy()
  expect(shown.getByText('2021 年年报 · 2022-04-20 披露')).toBeTruthy()
  // The cell of the grid has no room for the title in one line.
  expect(screen.getByText('历年年报').previousElementSibling?.textContent).toBe('法定代表人')
})

test('a company that only a list names says so in one line; a registered one does not', async () => {
  const unknown = { status: null, creditCode: null, foundedOn: null, listings: [] }
  const identity = buildProvenance({ sourceName: '演示企业联合会榜单', asOf: '2025-08' })
  answer('companyDetail', buildCompanyDetail({ ...unknown, provenance: { identity } }))
  answer('businessInfo', buildBusinessInfo())
  const { unmount } = renderApp('/company/detail?id=c-1&tab=overview')
  const text = '仅收录演示企业联合会榜单公布的信息（2025-08），登记信息未收录。'
  expect((await screen.findAllByText(noteOf(text))).length).toBeGreaterThan(0)
  unmount()
  answer(
    'companyDetail',
    buildCompanyDetail({ ...unknown, creditCode: '91990002MA0FCT021R', provenance: { identity } }),
  )
  renderApp('/company/detail?id=c-2&tab=overview')
  await screen.findByRole('region', { name: '纠错与更新' })
  expect(screen.queryAllByText(noteOf(text))).toEqual([])
})
