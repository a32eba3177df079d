import { ownershipDocs, relationDocs } from '@baiqicha/contract/routes/ownership'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildSuggestion } from '../../../test/company-builders.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, breakNetwork, hold } from '../../../test/server.ts'
import './relation-page.tsx'
import type { RelationLink } from '@baiqicha/contract/ownership'
import { relationPath } from '../../domain/company/company-addresses.ts'
import { cutTexts, noRelationText, readRelationParams, stepText } from './relation-page.tsx'

const { relationPaths } = relationDocs()
const at = '/relation?from=c-example&to=c-other'

test('loads, shows each path with direction and share, and says what was not followed', async () => {
  logIn()
  answer('ownershipTree', ownershipDocs().ownershipTree.answer)
  const found = hold('relationPaths', { ...relationPaths.answer, hubs: ['c-other'], isPartial: true })
  renderApp(at)
  expect(await screen.findByText('正在加载')).toBeTruthy()
  found.release()
  const path = await screen.findByRole('region', { name: '路径 1' })
  expect(path.textContent).toContain('路径 1 1 步澜山演示贸易有限公司↓ 持有 60%')
  expect(screen.getByText('云岚演示软件有限公司：关联过多，未继续展开。')).toBeTruthy()
})

test('finding none is no proof, and a failure offers another try', async () => {
  logIn()
  answer('ownershipTree', ownershipDocs().ownershipTree.answer)
  answer('relationPaths', { ...relationPaths.answer, paths: [], links: [] })
  const { unmount } = renderApp(at)
  expect(await screen.findByText(/^截至 2026-06-30，在已收录的.+未发现关系（不代表没有）$/)).toBeTruthy()
  unmount()
  breakNetwork('relationPaths')
  renderApp('/relation?from=c-other&to=c-example')
  expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy()
})

test('another try loads the names of the companies too', async () => {
  logIn()
  breakNetwork('ownershipTree')
  breakNetwork('relationPaths')
  const { user } = renderApp(at)
  expect(await screen.findByRole('button', { name: '从：企业名称加载失败' })).toBeTruthy()
  const { company } = ownershipDocs().ownershipTree.answer
  answer('ownershipTree', {
    ...ownershipDocs().ownershipTree.answer,
    company: { ...company, name: '禾岸演示科技有限公司' },
  })
  await user.click(await screen.findByRole('button', { name: '重试' }))
  expect(await screen.findByRole('button', { name: '从：禾岸演示科技有限公司' })).toBeTruthy()
})

test('no source is not no relation', async () => {
  logIn()
  answer('ownershipTree', ownershipDocs().ownershipTree.answer)
  answer('relationPaths', { ...relationPaths.answer, paths: [], links: [], unconnected: [relationPaths.answer.to.id] })
  renderApp(`${at}&kinds=holding`)
  expect(await screen.findByText('未接入云岚演示软件有限公司的持股数据，无法判断是否有关系')).toBeTruthy()
  expect(screen.queryByText(/未发现关系/)).toBeNull()
})

test('a company is chosen by the search', async () => {
  logIn()
  answer('recentBrowseList', [])
  answer('ownershipTree', ownershipDocs().ownershipTree.answer)
  answer('companySuggest', { list: [buildSuggestion({ id: 'c-9', name: '云岚演示软件有限公司' })] })
  const { user, currentUrl } = renderApp('/relation')
  await user.click(await screen.findByRole('button', { name: '从：选择企业' }))
  await user.type(await screen.findByRole('searchbox'), '云岚')
  await user.click(await screen.findByRole('button', { name: /^云岚演示软件有限公司/ }))
  expect(currentUrl()).toBe('/relation?from=c-9')
})

const link: RelationLink = {
  kind: 'holding',
  above: '甲',
  company: '乙',
  share: 60,
  offices: [],
  isDisputed: false,
  asOf: null,
  sources: [],
}

test('a step names its direction, and share or offices', () => {
  expect(stepText(link, '甲')).toBe('持有 60%')
  expect(stepText(link, '乙')).toBe('由其持有 60%')
  expect(stepText({ ...link, share: null }, '甲')).toBe('持有，份额未公示')
  const office = { ...link, kind: 'office', offices: ['董事长', '经理'] } as const
  expect([
    stepText({ ...office, offices: [...office.offices] }, '甲'),
    stepText({ ...office, offices: [] }, '乙'),
  ]).toEqual(['任董事长、经理', '由其职务未公示'])
})

test('no path is no proof, and what cut the search is named', () => {
  expect(noRelationText({ asOf: '2026-11-18', hops: 6 })).toBe(
    '截至 2026-11-18，在已收录的持股与任职记录中，6 步以内未发现关系（不代表没有）',
  )
  const nodes = [{ key: 'c-1', name: '演示结算', companyId: 'c-1', kind: 'company', isAbroad: false } as const]
  expect(cutTexts({ hubs: ['c-1'], nodes, isPartial: true })).toEqual(['演示结算：关联过多，未继续展开'])
  expect(cutTexts({ hubs: [], nodes, isPartial: true })).toEqual(['记录过多，未全部读取'])
})

test('the address keeps what is chosen', () => {
  expect(relationPath({ from: 'c-1', to: 'c-2', kinds: 'office' })).toBe('/relation?from=c-1&to=c-2&kinds=office')
  expect(relationPath({ from: '', to: 'c-2', kinds: 'both' })).toBe('/relation?to=c-2')
  expect(readRelationParams(new URLSearchParams('from=c-1&kinds=x'))).toEqual({ from: 'c-1', to: '', kinds: 'both' })
})
