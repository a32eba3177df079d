import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { hostileTexts } from '../../../test/company-builders.ts'
import { answerHome } from '../../../test/home-answers.ts'
import { mockRowSizes } from '../../../test/layout.ts'
import { buildRecordList, buildRecordRow } from '../../../test/record-builders.ts'
import { renderApp } from '../../../test/render-app.tsx'
import { answer } from '../../../test/server.ts'
import { readSavedRoute } from '../../platform/navigation/saved-route.ts'
import { sortChangeKinds } from './changes-page.tsx'

const at = '/overview/changeRecord?id=c-1'
beforeEach(() => mockRowSizes(140))

type Fields = NonNullable<NonNullable<Parameters<typeof buildRecordRow>[1]>['fields']>
const change = (id: string, fields: Fields) => buildRecordRow('changeRecord', { id, fields })

const capital = change('r-1', { item: '注册资本变更', kind: '资本', before: '200 万元', after: '500 万元' })
const holders = change('r-2', {
  item: '投资人变更（包括出资额、出资方式、出资日期、投资人名称等）',
  kind: null,
  before: '演示丙 60%；演示丁 40%',
  after: '演示丙 60%；演示戊 40%[新增]',
})
const kinds = {
  name: 'kind',
  label: '变更类型',
  options: [
    { value: '其他', count: 8 },
    { value: '股东', count: 4 },
    { value: '资本', count: 2 },
    { value: '名称', count: 1 },
  ],
}
const counts = { current: 18, disputed: 0, history: 0 }

describe('变更记录', () => {
  test('shows each change with a short title, its kind and the difference; a tap shows the full item', async () => {
    answer('changeRecordList', buildRecordList('changeRecord', { list: [capital, holders], facets: [kinds], counts }))
    const { user } = renderApp(at)
    const [first, second] = await screen.findAllByRole('article')
    expect(first?.querySelector('del')?.textContent).toBe('200')
    expect(first?.querySelector('ins')?.textContent).toBe('500')
    expect(first?.textContent).toContain('增加 300 万元')
    const inSecond = within(second ?? document.body)
    expect(inSecond.getByRole('heading').textContent?.trim()).toBe('投资人变更')
    await user.click(inSecond.getByRole('button', { name: '投资人变更' }))
    expect(second?.textContent).toContain('投资人变更（包括出资额、出资方式、出资日期、投资人名称等）')
    expect(within(second ?? document.body).getByText('股东')).toBeTruthy()
    expect(second?.querySelector('del')?.textContent).toBe('演示丁 40%')
    expect(second?.querySelector('ins')?.textContent).toBe('演示戊 40%')
    expect(within(second ?? document.body).getByText('新增')).toBeTruthy()
  })

  test('offers the kinds in a fixed order, 其他 last', async () => {
    answer('changeRecordList', buildRecordList('changeRecord', { list: [capital], facets: [kinds], counts }))
    renderApp(at)
    const chips = within(await screen.findByRole('list', { name: '变更类型' })).getAllByRole('button')
    expect(chips.map(({ textContent }) => textContent)).toEqual(['全部 18', '名称 1', '股东 4', '资本 2', '其他 8'])
  })

  test('filters by kind, and one tap removes the filter', async () => {
    answer('changeRecordList', buildRecordList('changeRecord', { list: [capital], facets: [kinds], counts }))
    const { user, currentUrl } = renderApp(at)
    expect((await screen.findByRole('button', { name: '全部 18' })).getAttribute('aria-pressed')).toBe('true')
    const calls = answer(
      'changeRecordList',
      buildRecordList('changeRecord', { list: [holders], facets: [kinds], counts }),
    )
    await user.click(screen.getByRole('button', { name: '股东 4' }))
    expect(await screen.findByText(/投资人变更/)).toBeTruthy()
    expect(new URLSearchParams(currentUrl().split('?')[1]).get('kind')).toBe('股东')
    expect(calls[0]?.query).toMatchObject({ id: 'c-1', kind: '股东' })
    await user.click(screen.getByRole('button', { name: '全部 18' }))
    expect(currentUrl()).toBe(at)
  })

  test('shows a visitor current changes and asks to log in for history', async () => {
    answerHome()
    const list = [buildRecordRow('changeRecord', { id: 'r-9' })]
    answer('changeRecordList', buildRecordList('changeRecord', { list, counts: { ...counts, history: 2 } }))
    const { user, arrivesAt } = renderApp(at)
    await user.click(await screen.findByRole('tab', { name: '历史2' }))
    await arrivesAt('/login')
    expect(readSavedRoute()).toBe(`${at}&view=history`)
  })

  test('shows - for an absent side', async () => {
    answer(
      'changeRecordList',
      buildRecordList('changeRecord', { list: [change('r-3', { before: null, after: '章程备案' })] }),
    )
    renderApp(at)
    await screen.findByRole('article')
    expect(screen.getByText('变更前').nextElementSibling?.textContent).toBe('-')
    expect(screen.getByText('变更后').nextElementSibling?.textContent).toBe('章程备案')
  })

  test.each(Object.entries(hostileTexts))('shows %s in every field as text', async (_kind, text) => {
    const list = [change('r-4', { item: text, kind: '其他', before: text, after: `${text}。` })]
    answer('changeRecordList', buildRecordList('changeRecord', { list }))
    const { container } = renderApp(at)
    await screen.findByRole('article')
    expect(screen.getByText('变更前').nextElementSibling?.textContent).toBe(text)
    expect(container.querySelector('script, img')).toBeNull()
  })
})

test('kinds of change have a fixed order whatever their counts, 其他 last', () => {
  const options = [
    { value: '其他', count: 9 },
    { value: '高管', count: 5 },
    { value: '经营异常', count: 4 },
    { value: '名称', count: 1 },
    { value: '股东', count: 1 },
  ]
  expect(sortChangeKinds(options).map(({ value }) => value)).toEqual(['名称', '股东', '高管', '经营异常', '其他'])
})
