import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { buildBusinessInfo, buildCompanyDetail, buildSections } from '../../../test/company-builders.ts'
import { answerHome } from '../../../test/home-answers.ts'
import { renderApp } from '../../../test/render-app.tsx'
import { answer } from '../../../test/server.ts'
import { recentCompanies } from '../../domain/company/recent-companies.ts'
import { readSavedRoute } from '../../platform/navigation/saved-route.ts'
import './company-page.tsx'

afterEach(() => recentCompanies.clear())

async function openCard(overrides: Parameters<typeof buildCompanyDetail>[0]) {
  answer('companyDetail', buildCompanyDetail(overrides))
  answer('businessInfo', buildBusinessInfo())
  const app = renderApp('/company/detail?id=c-1')
  return { ...app, card: within(await screen.findByRole('region', { name: '求职关注' })) }
}

test('shows the number of insured people per year, and marks a missing year as not published', async () => {
  const insured = [
    { year: 2025, count: 8 },
    { year: 2023, count: 0 },
  ]
  const { card } = await openCard({ jobSeeker: { labourDisputes: null, insured, employees: [] } })
  const values = ['2025 年报', '2024 年报', '2023 年报'].map(
    (year) => card.getByText(year).nextElementSibling?.textContent,
  )
  expect(values).toEqual(['8 人', '未收录', '0 人'])
  expect(card.getByText('数据来自企业年报；部分员工可能由总部异地参保。')).toBeTruthy()
})

test('never shows unknown as none', async () => {
  const { card } = await openCard({})
  expect(card.getByText('参保人数未收录')).toBeTruthy()
  expect(card.getByText('未接入：劳动争议被告、失信被执行人、限制高消费、行政处罚')).toBeTruthy()
  expect(card.queryByRole('link')).toBeNull()
  expect(card.queryByText(/无风险/)).toBeNull()
})

test('links through login to the list of a line', async () => {
  answerHome()
  const { card, user, currentUrl } = await openCard({ sections: buildSections({ punishment: { current: 1 } }) })
  await user.click(card.getByRole('link', { name: /行政处罚/ }))
  await waitFor(() => expect(currentUrl()).toBe('/login'))
  expect(readSavedRoute()).toBe('/businessRisk/punishmentList?companyId=c-1')
})
