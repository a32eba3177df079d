import { ownershipDocs } from '@baiqicha/contract/routes/ownership'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../../test/render-app.tsx'
import { answer, breakNetwork, hold, refuse } from '../../../test/server.ts'
import './shareholders-page.tsx'

const at = '/overview/shareholderInfo?id=c-example&view=ultimate'
const { ultimateHolders, companyGroup } = ownershipDocs()
const rows = () => screen.findAllByRole('button', { name: /%/ })

test('loads, states controller, beneficiary and each ultimate holder, and a figure opens its paths', async () => {
  const answered = hold('ultimateHolders', ultimateHolders.answer)
  answer('companyGroup', companyGroup.answer)
  const { user } = renderApp(at)
  expect(await screen.findByText('正在加载')).toBeTruthy()
  answered.release()
  const texts = (await rows()).map(({ textContent }) => textContent)
  expect(texts).toEqual([
    '甲演示甲 疑似逐层持股均超过 50%：60%',
    '受益所有人（疑似）：演示甲，最终持股 60.00% ',
    '演示甲 自然人60.00%直接 60%',
  ])
  expect(screen.getByText('另 40.00% 由未公示的股东持有，未分配到人。')).toBeTruthy()
  await user.click((await rows())[2] ?? document.body)
  const sheet = await screen.findByRole('dialog', { name: '演示甲 · 1 条路径' })
  expect(within(sheet).getByRole('link', { name: /的持股记录$/ }).textContent).toContain(
    '认缴 180 万元 · 工商登记 · 2026-06-30',
  )
})

test('never names a controller that is not computed', async () => {
  answer('ultimateHolders', { ...ultimateHolders.answer, holders: [], controller: null, unassigned: [], knownShare: 0 })
  answer('companyGroup', { ...companyGroup.answer, list: [], total: 0, isSelf: true, connected: false })
  renderApp(at)
  expect(await screen.findByText('未能从已收录持股推算')).toBeTruthy()
  expect(await screen.findByText(/持股超过 50% 的企业：未接入该数据源$/)).toBeTruthy()
  expect(screen.queryByText(/^已知/)).toBeNull()
})

test('states nothing of a company without a source of shareholders', async () => {
  const none = { holders: [], controller: null, connected: false, sources: [], parents: [] }
  answer('ultimateHolders', { ...ultimateHolders.answer, ...none })
  renderApp(at)
  expect(await screen.findByText('未接入股东数据，无法推算最终持股')).toBeTruthy()
  expect(screen.queryByText(/未公示|没有|未查询到|推算$/)).toBeNull()
})

test('names the 上级机构 that a source states, with its source, also without a source of shareholders', async () => {
  answer('ultimateHolders', { ...ultimateHolders.answer, holders: [], controller: null, connected: false, sources: [] })
  renderApp(at)
  const card = within(await screen.findByRole('region', { name: '上级机构' }))
  expect(card.getByRole('listitem').textContent).toContain('澜山演示控股有限公司直接')
  expect(card.getByText(/不计入推算/)).toBeTruthy()
})

test('a failure of the group leaves the holders', async () => {
  answer('ultimateHolders', ultimateHolders.answer)
  breakNetwork('companyGroup')
  renderApp(at)
  expect(await screen.findByRole('heading', { name: /^最终持股 已知/ })).toBeTruthy()
  expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy()
})

test('an unknown company is said to be', async () => {
  refuse('ultimateHolders', 4040, '未找到该企业')
  renderApp(at)
  expect(await screen.findByText('未找到该企业')).toBeTruthy()
})
