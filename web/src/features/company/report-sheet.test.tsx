import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { buildBusinessInfo, buildCompanyDetail, buildSections } from '../../../test/company-builders.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, buildUser, refuse } from '../../../test/server.ts'
import './company-page.tsx'

const one = { current: 1 }

beforeEach(() => {
  answer('companyDetail', buildCompanyDetail({ sections: buildSections({ punishment: one, dishonestExecutor: one }) }))
  answer('businessInfo', buildBusinessInfo())
  answer('reportList', { list: [] })
})

async function openSheet() {
  const user = buildUser({ isVip: true })
  answer('userDetail', user)
  logIn(user)
  const app = renderApp('/company/detail?id=c-1')
  await app.user.click(await screen.findByRole('button', { name: '生成报告' }))
  const sheet = within(await screen.findByRole('dialog', { name: '企业信息报告' }))
  return { ...app, sheet, order: sheet.getByRole('button', { name: '生成报告' }) }
}

const report = {
  id: 'b-1',
  number: 'BG20261122-7H3KQ2MX',
  companyId: 'c-1',
  companyName: '澜山演示贸易有限公司',
  state: 'waiting' as const,
  reason: null,
  createdAt: '2026-11-22T02:00:00.000Z',
  expiresAt: '2026-11-23T02:00:00.000Z',
  pages: null,
}

test('a report has all parts unless some are left out', async () => {
  const calls = answer('createReport', report)
  const { user, sheet, order } = await openSheet()
  expect(sheet.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)).toEqual([
    '工商信息',
    '股权结构',
    '失信被执行人',
    '行政处罚',
  ])
  await user.click(order)
  expect(await screen.findByText('暂无报告')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ companyId: 'c-1' }])
})

test('a part that is left out is not ordered, and what is not connected is still stated', async () => {
  const calls = answer('createReport', report)
  const { user, sheet, order } = await openSheet()
  await user.click(sheet.getByRole('button', { name: '行政处罚' }))
  await user.click(order)
  await screen.findByText('暂无报告')
  const [{ body } = { body: null }] = calls
  expect(body).toMatchObject({
    sections: expect.arrayContaining(['register', 'ownership', 'branch', 'dishonestExecutor']),
  })
  expect(body).not.toMatchObject({ sections: expect.arrayContaining(['punishment']) })
})

test('a report without a part is not ordered', async () => {
  const calls = answer('createReport', report)
  const { user, sheet, order } = await openSheet()
  await user.click(sheet.getByRole('button', { name: '清空' }))
  await user.click(order)
  expect(await screen.findByText('请选择报告内容')).toBeTruthy()
  expect(calls).toEqual([])
  await user.click(sheet.getByRole('button', { name: '全选' }))
  expect(sheet.getAllByRole('button', { pressed: true })).toHaveLength(4)
})

test('a refused order says why, and the choice remains', async () => {
  refuse('createReport', 4151, '当前生成报告人数较多，请稍后重试')
  const { user, sheet, order } = await openSheet()
  await user.click(sheet.getByRole('button', { name: '失信被执行人' }))
  await user.click(order)
  expect(await screen.findByText('当前生成报告人数较多，请稍后重试')).toBeTruthy()
  expect(sheet.getByRole('button', { name: '失信被执行人' }).getAttribute('aria-pressed')).toBe('false')
})

test('a user who is no member is led to the membership', async () => {
  const nonMember = buildUser()
  answer('userDetail', nonMember)
  logIn(nonMember)
  const { user } = renderApp('/company/detail?id=c-1')
  await user.click(await screen.findByRole('button', { name: /^生成报告\s*会员功能$/ }))
  expect(await screen.findByRole('heading', { name: /会员/, level: 1 })).toBeTruthy()
})
