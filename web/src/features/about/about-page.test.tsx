import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildAbout } from '../../../test/content-builders.ts'
import { renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus } from '../../../test/server.ts'

test('shows version and filing number, and the facts of a source once it is opened', async () => {
  answer('about', buildAbout())
  const { user } = renderApp('/user/about')
  const product = within(await screen.findByRole('region', { name: '产品' }))
  expect(product.getByText('0.1.0')).toBeTruthy()
  expect(product.getByText('演示 ICP 备 0000001 号')).toBeTruthy()
  const sources = within(screen.getByRole('region', { name: '数据来源' }))
  expect(sources.queryByRole('term')).toBeNull()
  await user.click(sources.getByRole('button', { name: '股票列表' }))
  expect(sources.getAllByRole('definition').map((fact) => fact.textContent)).toEqual([
    'A 股上市公司',
    '依法公布的单项事实',
    '2026-06',
    '2026-11-23',
    '4,930 条',
  ])
})

test('states what a source does not state', async () => {
  const [source] = buildAbout().sources
  if (source === undefined) throw new Error('no source')
  answer('about', buildAbout({ sources: [{ ...source, asOf: null, lastImport: null }] }))
  const { user } = renderApp('/user/about')
  await user.click(await screen.findByRole('button', { name: '股票列表' }))
  expect(screen.getByText('来源未注明')).toBeTruthy()
  expect(screen.getByText('无记录')).toBeTruthy()
})

test('lists the kinds without a source, and every licence', async () => {
  answer('about', buildAbout())
  const { user } = renderApp('/user/about')
  expect(await screen.findByText('失信被执行人、行政处罚')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '2 个软件与素材' }))
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'react 19.3.0MIT',
    '横幅图片Apache-2.0',
  ])
})

test('an empty store has no source, and a page without filing number has no row for it', async () => {
  answer('about', buildAbout({ sources: [], unconnectedKinds: [], icp: null }))
  renderApp('/user/about')
  expect(await screen.findByText('尚未接入数据来源。')).toBeTruthy()
  expect(screen.queryByText('备案号')).toBeNull()
  expect(screen.queryByRole('region', { name: '未接入的数据' })).toBeNull()
})

test('a failed call shows the toast 获取数据失败 and loads on 重试', async () => {
  answerStatus('about', 503)
  const { user } = renderApp('/user/about')
  expect(await screen.findByText('获取数据失败')).toBeTruthy()
  answer('about', buildAbout())
  await user.click(await screen.findByRole('button', { name: '重试' }))
  expect(await screen.findByText('0.1.0')).toBeTruthy()
})
