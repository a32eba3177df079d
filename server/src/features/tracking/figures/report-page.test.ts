import { expect, it } from 'vitest'
import { createReportPage } from './report-page.ts'

const day = '2026-11-23'
const nothing = async () => ({ asOf: null, missingDays: [], rows: [] })
const hostile = '</script><img src=x onerror=alert(1)>'
const figures = {
  overview: nothing,
  funnel: nothing,
  pages: async () => ({
    asOf: 1,
    missingDays: [],
    rows: [{ pageKey: hostile, views: 9, people: 9, seconds: null, merged: 0 }],
  }),
  clicks: nothing,
  sources: nothing,
  devices: nothing,
  vitals: nothing,
  errors: nothing,
  ingest: nothing,
}

it('escapes the texts of events in tables and plots, and needs no network', async () => {
  const page = await createReportPage(figures, { from: day, to: day, fr: null, platformType: null })
  expect(page).not.toContain('<img')
  expect(page).toContain('&lt;/script&gt;&lt;img')
  expect(page).toContain('\\u003c/script\\u003e')
  expect(page).not.toMatch(/(src|href)=["']?(https?:)?\/\//)
  expect(page).toContain("default-src 'none'")
})

it('says how many groups of few people 其他 stands for, as the only row in a store with few visitors', async () => {
  const row = { pageKey: '其他', views: 9, people: 2, seconds: null, merged: 7 }
  const few = { ...figures, pages: async () => ({ asOf: 1, missingDays: [], rows: [row] }) }
  const page = await createReportPage(few, { from: day, to: day, fr: null, platformType: null })
  expect(page).toContain('<td>其他（7 项，各少于 5 人）</td>')
})
