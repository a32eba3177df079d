import type { OwnershipTree } from '@baiqicha/contract/ownership'
import { recordListRoutes } from '@baiqicha/contract/routes/record'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { hostileTexts } from '../../../test/company-builders.ts'
import { mockRowSizes } from '../../../test/layout.ts'
import { buildOwnershipTree, buildRecordList, buildRecordRow } from '../../../test/record-builders.ts'
import { renderApp } from '../../../test/render-app.tsx'
import { answer, breakNetwork, handle, hold, refuse } from '../../../test/server.ts'
// Loaded here, so that the first test does not wait for the route's own import.
import './shareholders-page.tsx'

const at = '/overview/shareholderInfo?id=c-1'
const treeAt = `${at}&view=tree`

const holder = (name: string, percent: number | null, overrides: Parameters<typeof buildRecordRow>[1] = {}) =>
  buildRecordRow('shareholderInfo', {
    id: `r-${name}`,
    links: {},
    ...overrides,
    fields: { name, percent, tags: [], ...overrides.fields },
  })

const two = [holder('演示甲', 60, { fields: { tags: ['大股东', '实际控制人（疑似）'] } }), holder('演示乙', 40)]
const listOf = (list: Parameters<typeof buildRecordList>[1]) => buildRecordList('shareholderInfo', list)
const shown = () => screen.findAllByRole('article')
const legend = () => screen.queryByRole('list', { name: /名股东的持股比例/ })

/** Mocks a list per company by the parameters of the request. */
function answerEach(
  key: 'shareholderInfo' | 'overseasInvest',
  listFor: (query: URLSearchParams) => ReturnType<typeof listOf>,
) {
  const requests: string[] = []
  handle(`${key}List`, ({ request }) => {
    const { searchParams } = new URL(request.url)
    requests.push(searchParams.toString())
    return HttpResponse.json({
      code: 0,
      message: 'ok',
      data: z.encode(recordListRoutes[`${key}List`].output, listFor(searchParams)),
    })
  })
  return requests
}

beforeEach(() => mockRowSizes())

describe('the list', () => {
  test('shows each shareholder with share, amounts, tags and 纠错', async () => {
    const company = holder('澜山演示控股有限公司', null, { links: { name: 'c-7' } })
    answer('shareholderInfoList', listOf({ list: [...two, company] }))
    renderApp(at)
    const [first, , last] = await shown()
    expect(first?.textContent).toContain('演示甲大股东实际控制人（疑似）60%')
    expect(last?.textContent).toContain('-')
    expect(
      within(last ?? document.body)
        .getByRole('link', { name: '澜山演示控股有限公司' })
        .getAttribute('href'),
    ).toContain('id=c-7')
    expect(
      within(first ?? document.body)
        .getByRole('link', { name: '纠错：演示甲' })
        .getAttribute('href'),
    ).toBe('/user/feedback?companyId=c-1&recordKind=shareholderInfo&recordId=r-%E6%BC%94%E7%A4%BA%E7%94%B2')
    expect(screen.getByText('演示数据：本页企业、人物与案件均为虚构')).toBeTruthy()
  })

  test('links natural persons only to the page of the person', async () => {
    const person = holder('演示甲', 60, { id: 'r-1', fields: { holderType: '自然人股东' } })
    const organisation = holder('澜山演示控股有限公司', 40, { id: 'r-2', fields: { holderType: '企业法人' } })
    const unstated = holder('演示乙', null, { id: 'r-3', fields: { holderType: null } })
    answer('shareholderInfoList', listOf({ list: [person, organisation, unstated] }))
    renderApp(at)
    const rows = await shown()
    expect(rows.map((row) => row.querySelector('h3 a')?.getAttribute('href'))).toEqual([
      '/overview/person?companyId=c-1&recordId=r-1',
      undefined,
      undefined,
    ])
  })

  test('shows label and value in pairs, and folds the rarely needed ones', async () => {
    const fields = {
      holderType: '自然人股东',
      subscribedAmount: { value: 60, unit: '万元' },
      firstHoldDate: '2016-06-30',
    }
    answer('shareholderInfoList', listOf({ list: [holder('演示甲', 60, { fields })] }))
    const { user } = renderApp(at)
    const [row] = await shown()
    const inRow = within(row ?? document.body)
    expect(inRow.getByText('认缴').nextElementSibling?.textContent).toBe('60 万元')
    expect(inRow.queryByText('首次持股')).toBeNull()
    await user.click(inRow.getByRole('button', { name: '更多：演示甲' }))
    expect(inRow.getByText('首次持股').nextElementSibling?.textContent).toBe('2016-06-30')
  })

  test('bars have the colours of the ring', async () => {
    answer('shareholderInfoList', listOf({ list: two }))
    const { container } = renderApp(at)
    await shown()
    const bars = [...container.querySelectorAll('article i[data-colour]')]
    expect(bars.map((bar) => bar.getAttribute('data-colour'))).toEqual(['1', '2'])
  })

  test('links from a shareholder to its known investments', async () => {
    const links = { name: 'c-7' }
    const list = [
      holder('澜山演示控股有限公司', 60, { links, otherCompanies: 3 }),
      holder('澜山演示投资有限公司', 30, { links, otherCompanies: 0 }),
      holder('澜山演示管理有限公司', 10, { links }),
    ]
    answer('shareholderInfoList', listOf({ list }))
    renderApp(at)
    await shown()
    const others = screen.getAllByRole('link', { name: /^关联/ })
    expect(others.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['关联 3 家', '/overview/overseasInvest?id=c-7'],
    ])
    expect(others[0]?.getAttribute('aria-label')).toBe('关联 3 家：澜山演示控股有限公司的对外投资')
  })

  test('draws the ring only when the shares add up to 100 %', async () => {
    answer('shareholderInfoList', listOf({ list: two }))
    const { unmount } = renderApp(at)
    await shown()
    expect(
      within(legend() ?? document.body)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['演示甲60%', '演示乙40%'])
    unmount()
    answer('shareholderInfoList', listOf({ list: [holder('演示甲', 60), holder('演示乙', 30)] }))
    renderApp(at)
    await shown()
    expect(legend()).toBeNull()
  })

  test('draws no ring over a part of the shareholders, even if it adds up to 100 %', async () => {
    answer('shareholderInfoList', listOf({ list: two, total: 30 }))
    renderApp(at)
    await shown()
    expect(legend()).toBeNull()
  })
})

describe('two bases', () => {
  const basis = {
    name: 'basis',
    label: '口径',
    options: [
      { value: '工商登记', count: 1 },
      { value: '最新公示', count: 2 },
    ],
  }
  const registered = [holder('演示丙', 100, { fields: { basis: '工商登记', basisDate: '2024-01-02' } })]
  const published = two.map((row) => ({
    ...row,
    fields: { ...row.fields, basis: '最新公示', basisDate: '2026-09-30' },
  }))

  test('show one at a time with its date, the latest publication first', async () => {
    answerEach('shareholderInfo', (query) => {
      const requests = query.get('basis')
      if (requests === null) return listOf({ list: [...published, ...registered], facets: [basis] })
      return listOf({ list: requests === '最新公示' ? published : registered, facets: [basis] })
    })
    const { user, currentUrl } = renderApp(at)
    await waitFor(async () => expect(await shown()).toHaveLength(2))
    expect(screen.getByText('截至 2026-09-30')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '工商登记' }))
    expect(await screen.findByText('截至 2024-01-02')).toBeTruthy()
    expect(await shown()).toHaveLength(1)
    expect(new URLSearchParams(currentUrl().split('?')[1]).get('basis')).toBe('工商登记')
  })

  test('offer no choice when there is only one', async () => {
    const one = { ...basis, options: [{ value: '工商登记', count: 1 }] }
    answer('shareholderInfoList', listOf({ list: registered, facets: [one] }))
    renderApp(at)
    await shown()
    expect(screen.getByText('工商登记')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '工商登记' })).toBeNull()
  })
})

describe('other states', () => {
  test('not connected differs from none', async () => {
    answer('shareholderInfoList', listOf({ list: [], connected: false, feeds: [] }))
    renderApp(at)
    expect(await screen.findByRole('heading', { name: '未接入该数据源' })).toBeTruthy()
  })

  test('an empty result shows its date', async () => {
    const feeds = [{ sourceId: 'demo-register', sourceName: '演示企业登记系统', sourceUrl: null, asOf: '2026-11-18' }]
    answer('shareholderInfoList', listOf({ list: [], feeds }))
    renderApp(at)
    expect(await screen.findByRole('heading', { name: '截至 2026-11-18 未查询到' })).toBeTruthy()
  })

  test('a failure shows its reason and can be retried', async () => {
    breakNetwork('shareholderInfoList')
    const { user } = renderApp(at)
    const failed = within(await screen.findByRole('alert'))
    answer('shareholderInfoList', listOf({ list: two }))
    await user.click(failed.getByRole('button', { name: '重试' }))
    expect(await shown()).toHaveLength(2)
  })

  test('shows a loading state', async () => {
    const { release } = hold('shareholderInfoList', listOf({ list: two }))
    renderApp(at)
    expect(await screen.findByText('正在加载')).toBeTruthy()
    release()
    expect(await shown()).toHaveLength(2)
  })

  test('a missing company and a URL without an id show a link', async () => {
    refuse('shareholderInfoList', 4040, '未找到')
    const { unmount } = renderApp(at)
    expect(await screen.findByRole('heading', { name: '未找到该企业' })).toBeTruthy()
    unmount()
    renderApp('/overview/shareholderInfo')
    expect(await screen.findByRole('heading', { name: '未找到该企业' })).toBeTruthy()
  })

  test.each(Object.entries(hostileTexts))('shows %s as text', async (_kind, text) => {
    answer('shareholderInfoList', listOf({ list: [holder(text, 100, { fields: { holdType: text, basis: text } })] }))
    const { container } = renderApp(at)
    const [row] = await shown()
    expect(row?.querySelector('h3 bdi')?.textContent).toBe(text)
    expect(container.querySelector('script, img')).toBeNull()
  })
})

describe('股权穿透', () => {
  const up = buildOwnershipTree(
    [
      { name: '澜山演示控股', companyId: 'c-2', share: 60, hidden: 2 },
      { name: '演示甲', share: 40 },
    ],
    { id: 'c-1' },
  )
  const beyond = buildOwnershipTree(
    [
      { name: '澜山演示贸易', companyId: 'c-1', share: 70 },
      { name: '演示乙', share: 30 },
    ],
    { id: 'c-2' },
  )
  const down = buildOwnershipTree([{ name: '澜山演示境外公司', share: 100, isAbroad: true }], { id: 'c-1' })

  /** Mocks the trees by company and direction. */
  function answerTrees(upward: OwnershipTree = up) {
    const requests: string[] = []
    handle('ownershipTree', ({ request }) => {
      const { searchParams } = new URL(request.url)
      const of = `${searchParams.get('direction')} ${searchParams.get('id')}`
      requests.push(of)
      const data = of === 'down c-1' ? down : of === 'up c-1' ? upward : beyond
      return HttpResponse.json({ code: 0, message: 'ok', data })
    })
    return requests
  }

  async function openTree(upward?: OwnershipTree) {
    const requests = answerTrees(upward)
    const app = renderApp(`${treeAt}&as=list`)
    await screen.findByText('澜山演示控股')
    return { ...app, requests }
  }

  test('reads each direction by one call, and expands what the answer has without another', async () => {
    const deep = buildOwnershipTree(
      [
        { name: '澜山演示控股', companyId: 'c-2', share: 60 },
        { name: '演示丁', share: 55, parent: 0 },
      ],
      { id: 'c-1' },
    )
    const { user, requests } = await openTree(deep)
    await user.click(screen.getByRole('button', { name: '展开 澜山演示控股 的股东' }))
    expect(await screen.findByText('演示丁')).toBeTruthy()
    expect(requests.toSorted()).toEqual(['down c-1', 'up c-1'])
  })

  test('expands a level beyond the answer on request, by keyboard too', async () => {
    const { user, requests } = await openTree()
    const toggle = screen.getByRole('button', { name: '展开 澜山演示控股 的股东' })
    toggle.focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByText('演示乙')).toBeTruthy()
    expect(requests).toContain('up c-2')
    await user.click(screen.getByRole('button', { name: '收起 澜山演示控股 的股东' }))
    expect(screen.queryByText('演示乙')).toBeNull()
  })

  test('marks a cycle and does not expand it', async () => {
    const { user } = await openTree()
    await user.click(screen.getByRole('button', { name: '展开 澜山演示控股 的股东' }))
    expect(await screen.findByText('循环持股')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /澜山演示贸易/ })).toBeNull()
  })

  test('shows investments beside shareholders', async () => {
    await openTree()
    const held = within(await screen.findByRole('region', { name: '对外投资' }))
    expect(held.getByText('澜山演示境外公司')).toBeTruthy()
    expect(held.getByText('境外')).toBeTruthy()
  })

  test('names a 上级机构 with its source where no source of shareholders is connected', async () => {
    const source = { sourceId: 'gleif', sourceName: 'GLEIF', sourceUrl: null, asOf: '2026-09-01' }
    const parents: OwnershipTree['parents'] = [{ role: '上级机构', name: '澜山演示控股', companyId: null, source }]
    await openTree(buildOwnershipTree([], { id: 'c-1', connected: false, sources: [], parents }))
    const holders = within(screen.getByRole('region', { name: '股东' }))
    expect(holders.getByText('上级机构 · GLEIF')).toBeTruthy()
    expect(holders.getByText('未接入股东数据，无法判断是否有相关记录')).toBeTruthy()
  })

  test('counts the rows that the answer leaves out, and says when records were too many', async () => {
    await openTree({ ...up, hidden: 29, isPartial: true })
    expect(screen.getByRole('link', { name: /另 29 名，查看全部/ })).toBeTruthy()
    expect(screen.getByText('记录过多，未全部读取')).toBeTruthy()
  })

  test('also has a picture with the same controls', async () => {
    const { user, currentUrl } = await openTree()
    await user.click(screen.getByRole('button', { name: '图' }))
    expect(currentUrl()).toBe(treeAt)
    const picture = within(await screen.findByRole('region', { name: '股权结构图' }))
    expect(picture.getAllByText('60%')).toHaveLength(2)
    await user.click(picture.getByRole('button', { name: '展开 澜山演示控股 的股东' }))
    expect(await picture.findByText('循环持股', { selector: 'span' })).toBeTruthy()
    expect(picture.getByText('循环持股', { selector: 'text' })).toBeTruthy()
    expect(picture.queryByRole('button', { name: /澜山演示贸易/ })).toBeNull()
  })

  test('the picture shows the shareholders when the investments fail, which can be retried', async () => {
    handle('ownershipTree', ({ request }) =>
      new URL(request.url).searchParams.get('direction') === 'down'
        ? HttpResponse.error()
        : HttpResponse.json({ code: 0, message: 'ok', data: up }),
    )
    const { user } = renderApp(treeAt)
    const failed = within(await screen.findByRole('region', { name: '对外投资' }))
    const picture = within(screen.getByRole('region', { name: '股权结构图' }))
    expect(picture.getByText('澜山演示控股', { selector: 'bdi' })).toBeTruthy()
    answerTrees()
    await user.click(failed.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('澜山演示境外公司', { selector: 'bdi' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
  })

  test('a level that fails to load can be retried', async () => {
    const { user } = await openTree()
    breakNetwork('ownershipTree')
    await user.click(screen.getByRole('button', { name: '展开 澜山演示控股 的股东' }))
    const retry = await screen.findByRole('button', { name: '重试' })
    answerTrees()
    await user.click(retry)
    expect(await screen.findByText('演示乙')).toBeTruthy()
  })
})
