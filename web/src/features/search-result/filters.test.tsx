import type { FilterOptions } from '@baiqicha/contract/company-search'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildHits, buildSearchAnswer } from '../../../test/company-builders.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, breakNetwork } from '../../../test/server.ts'
import { nameOfCode, parentOf } from '../../domain/filters/filter-panel.ts'
import { conditionLabels } from './search-params.ts'
// Loaded here, so that the first test does not wait for what the app imports on first use.
import '../../ui/sheet-dialog.tsx'
import './search-result-page.tsx'

beforeEach(() => {
  logIn()
  answer('companySearch', buildSearchAnswer({ list: buildHits(3), total: 238 }))
  answer('filterOptions', {
    regions: [
      { code: '99', name: '演示省', children: [{ code: '9901', name: '演示市' }] },
      { code: '98', name: '样例省', children: [{ code: '9801', name: '样例市' }] },
    ],
    industries: [{ code: 'F', name: '批发和零售业', children: [{ code: '51', name: '批发业' }] }],
  })
})

const at = (query: Record<string, string>) => `/search/result?${new URLSearchParams(query).toString()}`

/** Opens the page and one of its sheets. */
async function openSheet(query: Record<string, string>, button: RegExp, title: string) {
  const app = renderApp(at(query))
  await screen.findByRole('heading', { name: /^共/ })
  await app.user.click(screen.getByRole('button', { name: button }))
  const sheet = within(await screen.findByRole('dialog', { name: title }))
  return { ...app, sheet }
}

const isPressed = (button: HTMLElement) => button.getAttribute('aria-pressed') === 'true'

describe('the filter sheet', () => {
  test('starts with the current conditions and counts the matches of the draft', async () => {
    const { user, sheet } = await openSheet(
      { keyword: '澜山', listed: 'listed', sort: 'foundedNewest' },
      /^筛选/,
      '筛选',
    )
    expect(isPressed(sheet.getByRole('button', { name: '上市' }))).toBe(true)
    expect(await sheet.findByRole('button', { name: '查看 238 家' })).toBeTruthy()
    const counts = answer('companySearch', buildSearchAnswer({ list: [], total: 1000, totalCapped: true }))
    await user.click(sheet.getByRole('button', { name: '10–15 年' }))
    expect(await sheet.findByRole('button', { name: '查看 1000+ 家' })).toBeTruthy()
    expect(counts.map((call) => call.query)).toEqual([
      { keyword: '澜山', listed: 'listed', age: '10to15', sort: 'relevance', pageSize: '1' },
    ])
  })

  test('changes the URL only when the button is tapped', async () => {
    const { user, sheet, currentUrl } = await openSheet({ keyword: '澜山' }, /^筛选/, '筛选')
    await user.click(sheet.getByRole('button', { name: '100 万以内' }))
    await user.click(sheet.getByRole('button', { name: '上市' }))
    expect(currentUrl()).toBe(at({ keyword: '澜山' }))
    await user.click(sheet.getByRole('button', { name: /^查看/ }))
    expect(currentUrl()).toBe(at({ keyword: '澜山', capital: 'to100', listed: 'listed' }))
    expect(await screen.findByRole('button', { name: '筛选 2' })).toBeTruthy()
  })

  test('the status has a sheet of its own and is not offered twice', async () => {
    const { user, sheet, currentUrl } = await openSheet({ keyword: '澜山', status: '存续' }, /^筛选$/, '筛选')
    expect(sheet.queryByRole('region', { name: '登记状态' })).toBeNull()
    await user.click(sheet.getByRole('button', { name: '重置' }))
    await user.click(sheet.getByRole('button', { name: /^查看/ }))
    expect(currentUrl()).toBe(at({ keyword: '澜山', status: '存续' }))
    await user.click(screen.getByRole('button', { name: '状态：存续' }))
    const statuses = within(await screen.findByRole('dialog', { name: '登记状态' }))
    await user.click(statuses.getByRole('button', { name: '吊销' }))
    await user.click(statuses.getByRole('button', { name: /^查看/ }))
    expect(currentUrl()).toBe(at({ keyword: '澜山', status: '吊销' }))
    expect(await screen.findByRole('button', { name: '状态：吊销' })).toBeTruthy()
  })

  test('a second tap removes a choice, 重置 clears the panel, closing discards the draft', async () => {
    const { user, sheet, currentUrl } = await openSheet({ keyword: '澜山', region: '99', age: 'to1' }, /^筛选/, '筛选')
    const chip = (name: string) => sheet.getByRole('button', { name })
    await user.click(chip('上市'))
    await user.click(chip('上市'))
    expect(isPressed(chip('上市'))).toBe(false)
    await user.click(chip('重置'))
    expect(isPressed(chip('1 年内'))).toBe(false)
    await user.click(chip('关闭'))
    expect(currentUrl()).toBe(at({ keyword: '澜山', region: '99', age: 'to1' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: '筛选 1' }))
    const again = within(await screen.findByRole('dialog', { name: '筛选' }))
    expect(isPressed(again.getByRole('button', { name: '1 年内' }))).toBe(true)
  })

  test('applies even when the count fails to load', async () => {
    const { user, sheet, currentUrl } = await openSheet({ keyword: '澜山' }, /^状态/, '登记状态')
    await sheet.findByRole('button', { name: '查看 238 家' })
    answerStatus('companySearch', 503)
    await user.click(sheet.getByRole('button', { name: '注销' }))
    await user.click(await sheet.findByRole('button', { name: '查看结果' }))
    await waitFor(() => expect(currentUrl()).toBe(at({ keyword: '澜山', status: '注销' })))
  })
})

describe('searched field and company type', () => {
  test('are selected in the sheet, requested, and shown below the filter row until removed', async () => {
    const { user, sheet, currentUrl } = await openSheet({ keyword: '澜山', sort: 'foundedNewest' }, /^筛选/, '筛选')
    expect(sheet.getAllByRole('heading', { level: 3 })[0]?.textContent).toBe('查询范围')
    await user.click(within(sheet.getByRole('region', { name: '查询范围' })).getByRole('button', { name: '经营范围' }))
    await user.click(within(sheet.getByRole('region', { name: '企业类型' })).getByRole('button', { name: '其他' }))
    const calls = answer('companySearch', buildSearchAnswer({ list: buildHits(3), total: 12 }))
    await user.click(sheet.getByRole('button', { name: /^查看/ }))
    const conditions = { keyword: '澜山', type: 'other', within: 'scope', sort: 'foundedNewest' }
    await waitFor(() => expect(currentUrl()).toBe(at(conditions)))
    await waitFor(() => expect(calls.at(-1)?.query).toEqual({ ...conditions, page: '1' }))
    expect(screen.getByRole('button', { name: '筛选 2' })).toBeTruthy()

    const named = within(screen.getByRole('list', { name: '已选条件' }))
    expect(named.getAllByRole('button').map((chip) => chip.textContent)).toEqual(['在经营范围中查找', '其他类型'])
    await user.click(named.getByRole('button', { name: '在经营范围中查找' }))
    expect(currentUrl()).toBe(at({ keyword: '澜山', type: 'other', sort: 'foundedNewest' }))
    await user.click(named.getByRole('button', { name: '其他类型' }))
    expect(currentUrl()).toBe(at({ keyword: '澜山', sort: 'foundedNewest' }))
    expect(screen.queryByRole('list', { name: '已选条件' })).toBeNull()
  })

  test('risks and the search range are in the URL, the request and below the row', async () => {
    const { user, sheet, currentUrl } = await openSheet({ keyword: '演示甲' }, /^筛选/, '筛选')
    const group = (name: string) => within(sheet.getByRole('region', { name }))
    await user.click(group('查询范围').getByRole('button', { name: '股东高管' }))
    expect(
      group('风险')
        .getAllByRole('button')
        .map((chip) => chip.textContent),
    ).toEqual(['有失信', '有被执行', '有限高', '有经营异常', '未查询到风险'])
    await user.click(group('风险').getByRole('button', { name: '未查询到风险' }))
    const calls = answer('companySearch', buildSearchAnswer({ list: buildHits(3), total: 12 }))
    await user.click(sheet.getByRole('button', { name: /^查看/ }))
    await waitFor(() => expect(currentUrl()).toBe(at({ keyword: '演示甲', within: 'member', risk: 'none' })))
    await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ within: 'member', risk: 'none' }))
    const named = within(screen.getByRole('list', { name: '已选条件' }))
    expect(named.getAllByRole('button').map((chip) => chip.textContent)).toEqual(['在股东高管中查找', '未查询到风险'])
    expect(await screen.findByText(/未查询到不代表没有/)).toBeTruthy()
    await user.click(named.getByRole('button', { name: '未查询到风险' }))
    expect(currentUrl()).toBe(at({ keyword: '演示甲', within: 'member' }))
    expect(screen.queryByText(/未查询到不代表没有/)).toBeNull()
  })

  test('are cleared by 重置', async () => {
    const { user, sheet, currentUrl } = await openSheet(
      { keyword: '澜山', type: 'branch', within: 'phone' },
      /^筛选/,
      '筛选',
    )
    expect(isPressed(sheet.getByRole('button', { name: '电话' }))).toBe(true)
    expect(isPressed(sheet.getByRole('button', { name: '分支机构' }))).toBe(true)
    await user.click(sheet.getByRole('button', { name: '重置' }))
    await user.click(sheet.getByRole('button', { name: /^查看/ }))
    await waitFor(() => expect(currentUrl()).toBe(at({ keyword: '澜山' })))
  })
})

describe('regions and industries', () => {
  test('without a choice the cities of the first province show beside 不限', async () => {
    const { sheet } = await openSheet({ keyword: '澜山' }, /^地区/, '地区')
    expect(isPressed(sheet.getByRole('button', { name: '不限' }))).toBe(true)
    expect(within(sheet.getByRole('list', { name: '演示省' })).getByRole('button', { name: '演示市' })).toBeTruthy()
    expect(sheet.queryByRole('button', { name: '样例市' })).toBeNull()
  })

  test('a province shows its cities; a city and the whole province are separate choices', async () => {
    const { user, sheet, currentUrl } = await openSheet({ keyword: '澜山', region: '9801' }, /^地区：样例市/, '地区')
    expect(isPressed(sheet.getByRole('button', { name: '样例市' }))).toBe(true)
    await user.click(sheet.getByRole('button', { name: '演示省' }))
    expect(sheet.queryByRole('button', { name: '样例市' })).toBeNull()
    await user.click(sheet.getByRole('button', { name: '全部演示省' }))
    await user.click(sheet.getByRole('button', { name: /^查看/ }))
    await waitFor(() => expect(currentUrl()).toBe(at({ keyword: '澜山', region: '99' })))
    expect(await screen.findByRole('button', { name: '地区：演示省' })).toBeTruthy()
  })

  test('不限 removes the region', async () => {
    const { user, sheet, currentUrl } = await openSheet({ keyword: '澜山', region: '9901' }, /^地区/, '地区')
    await user.click(sheet.getByRole('button', { name: '不限' }))
    await user.click(sheet.getByRole('button', { name: /^查看/ }))
    await waitFor(() => expect(currentUrl()).toBe(at({ keyword: '澜山' })))
  })

  test('a section shows its divisions', async () => {
    const { user, sheet, currentUrl } = await openSheet({ keyword: '澜山' }, /^行业/, '行业')
    await user.click(sheet.getByRole('button', { name: '批发和零售业' }))
    await user.click(sheet.getByRole('button', { name: '批发业' }))
    await user.click(sheet.getByRole('button', { name: /^查看/ }))
    await waitFor(() => expect(currentUrl()).toBe(at({ keyword: '澜山', industry: '51' })))
  })

  test('choices that fail to load can be retried', async () => {
    breakNetwork('filterOptions')
    const { user, sheet } = await openSheet({ keyword: '澜山' }, /^地区/, '地区')
    const retry = await sheet.findByRole('button', { name: '重试' })
    answer('filterOptions', { regions: [{ code: '99', name: '演示省', children: [] }], industries: [] })
    await user.click(retry)
    expect(await sheet.findByRole('button', { name: '演示省' })).toBeTruthy()
  })
})

describe('the sort order', () => {
  test('is selected in a sheet and is part of the URL', async () => {
    const { user, sheet, currentUrl } = await openSheet({ keyword: '澜山' }, /^默认排序/, '排序')
    expect(isPressed(sheet.getByRole('button', { name: '默认排序' }))).toBe(true)
    const calls = answer('companySearch', buildSearchAnswer({ list: buildHits(3) }))
    await user.click(sheet.getByRole('button', { name: '成立日期从新到旧' }))
    await waitFor(() => expect(currentUrl()).toBe(at({ keyword: '澜山', sort: 'foundedNewest' })))
    await waitFor(() => expect(calls.map((call) => call.query['sort'])).toEqual(['foundedNewest']))
  })
})

const options: FilterOptions = {
  regions: [
    { code: '44', name: '广东省', children: [{ code: '4403', name: '深圳市' }] },
    { code: '11', name: '北京市', children: [] },
  ],
  industries: [{ code: 'C', name: '制造业', children: [{ code: '36', name: '汽车制造业' }] }],
}

describe('nameOfCode', () => {
  test('returns the name of a choice of either level', () => {
    expect(nameOfCode(options.regions, '44')).toBe('广东省')
    expect(nameOfCode(options.industries, '36')).toBe('汽车制造业')
  })

  test('returns the code while the choices are missing or do not contain it', () => {
    expect(nameOfCode(undefined, '4403')).toBe('4403')
    expect(nameOfCode(options.regions, '99')).toBe('99')
  })
})

test('parentOf returns the first-level choice of a code of either level', () => {
  expect(parentOf(options.regions, '44')?.name).toBe('广东省')
  expect(parentOf(options.regions, '4403')?.name).toBe('广东省')
  expect(parentOf(options.regions, '9')).toBeUndefined()
  expect(parentOf(options.regions, undefined)).toBeUndefined()
})

describe('conditionLabels', () => {
  test('lists the conditions that no cell of the row shows, each understandable by itself', () => {
    const filters = { within: 'scope', type: 'limited', capital: 'to100', age: 'to1', listed: 'unlisted' } as const
    expect(conditionLabels({ region: '44', industry: 'C', status: '存续', ...filters })).toEqual([
      { key: 'within', label: '在经营范围中查找' },
      { key: 'type', label: '有限责任公司' },
      { key: 'capital', label: '注册资本 100 万以内' },
      { key: 'age', label: '成立 1 年内' },
      { key: 'listed', label: '非上市' },
    ])
    expect(conditionLabels({ region: '44', industry: 'C', status: '存续' })).toEqual([])
  })

  test('names the group of a remainder', () => {
    expect(conditionLabels({ type: 'other' })).toEqual([{ key: 'type', label: '其他类型' }])
  })
})

test('conditionLabels names risks as the sheet does, and the search range', () => {
  expect(conditionLabels({ within: 'member', risk: 'none' })).toEqual([
    { key: 'within', label: '在股东高管中查找' },
    { key: 'risk', label: '未查询到风险' },
  ])
})
