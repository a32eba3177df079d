import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { buildComparison, buildHits, buildSearchAnswer } from '../../../test/company-builders.ts'
import { mockRowSizes } from '../../../test/layout.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer } from '../../../test/server.ts'
// Loaded here, so that no test waits for the route's own import.
import './search-result-page.tsx'

beforeEach(() => {
  mockRowSizes()
  logIn()
  answer('companySearch', buildSearchAnswer({ list: buildHits(4) }))
})

const choice = (at: number) => screen.getByRole('button', { name: `对比澜山演示第${at}贸易有限公司` })

test('rows offer 对比 in the place of 关注 while the user chooses, for three companies at most', async () => {
  answer('companyComparison', buildComparison(2))
  const { user, arrivesAt } = renderApp('/search/result?keyword=澜山')
  await user.click(await screen.findByRole('button', { name: '对比' }))
  expect(screen.queryByRole('button', { name: /^关注/ })).toBeNull()
  const bar = within(screen.getByRole('region', { name: '企业对比' }))
  expect(bar.getByText('选择 2–3 家企业')).toBeTruthy()
  await user.click(choice(1))
  await user.click(bar.getByRole('button', { name: '对比 1/3' }))
  expect(await screen.findByText('请再选 1 家企业')).toBeTruthy()
  await user.click(choice(2))
  await user.click(choice(3))
  await user.click(choice(4))
  expect(await screen.findByText('最多对比 3 家企业')).toBeTruthy()
  expect(choice(4).getAttribute('aria-pressed')).toBe('false')
  await user.click(choice(2))
  await user.click(bar.getByRole('button', { name: '对比 2/3' }))
  await arrivesAt('/compare?ids=c-1%2Cc-3')
})

test('取消 ends the choice and empties it', async () => {
  const { user } = renderApp('/search/result?keyword=澜山')
  await user.click(await screen.findByRole('button', { name: '对比' }))
  await user.click(choice(1))
  await user.click(screen.getByRole('button', { name: '取消对比' }))
  expect(screen.getAllByRole('button', { name: /^关注/ })).toHaveLength(4)
  expect(sessionStorage.getItem('compareBasket')).toBeNull()
})
