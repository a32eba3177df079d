import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockRowSizes } from '../../../test/layout.ts'
import { buildRecordList, buildRecordRow } from '../../../test/record-builders.ts'
import { renderApp } from '../../../test/render-app.tsx'
import { answer } from '../../../test/server.ts'
import './investments-page.tsx'

const at = '/overview/overseasInvest?id=c-1'
beforeEach(() => mockRowSizes())

const investment = (name: string, overrides: Parameters<typeof buildRecordRow>[1] = {}) =>
  buildRecordRow('overseasInvest', { id: `r-${name}`, links: {}, ...overrides, fields: { name, ...overrides.fields } })

const facets = [
  { name: 'status', label: '登记状态', options: [{ value: '存续', count: 2 }] },
  { name: 'share', label: '持股比例', options: [{ value: '100%', count: 1 }] },
]

test('is titled 对外投资, marks foreign companies and links known ones', async () => {
  const list = [
    investment('澜山演示国际', { fields: { territory: '境外', percent: 100, status: '存续' }, links: { name: 'c-5' } }),
    investment('澜山演示工贸', { fields: { territory: '境内', percent: null, status: '在营（开业）企业' } }),
  ]
  answer('overseasInvestList', buildRecordList('overseasInvest', { list, facets }))
  renderApp(at)
  const [abroad, home] = await screen.findAllByRole('article')
  expect(screen.getByRole('heading', { level: 1, name: '对外投资' })).toBeTruthy()
  expect(abroad?.textContent).toContain('境外')
  expect(abroad?.textContent).toContain('100%')
  expect(within(abroad ?? document.body).getByRole('link', { name: '澜山演示国际' })).toBeTruthy()
  expect(home?.textContent).not.toContain('境外')
  expect(screen.getByText('存续').className).toContain('green')
  // An unknown status is no bad sign.
  expect(screen.getByText('在营（开业）企业').className).toContain('mute')
})

test('filters by the URL, and shows when no row is left', async () => {
  answer('overseasInvestList', buildRecordList('overseasInvest', { facets, total: 2 }))
  const { user, currentUrl } = renderApp(at)
  await user.click(await screen.findByRole('button', { name: '持股比例' }))
  const calls = answer('overseasInvestList', buildRecordList('overseasInvest', { list: [], facets }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /100%/ }))
  expect(await screen.findByRole('heading', { name: '没有符合条件的记录' })).toBeTruthy()
  expect(new URLSearchParams(currentUrl().split('?')[1]).get('share')).toBe('100%')
  expect(calls[0]?.query).toMatchObject({ id: 'c-1', share: '100%' })
})
