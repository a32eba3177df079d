import type { OfficialChecks } from '@baiqicha/contract/official-check'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answerHome } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, breakNetwork } from '../../../test/server.ts'
import { readLoginPurpose } from '../../platform/navigation/login-purpose.ts'
import './official-check-page.tsx'

const buildChecks = (credit: Partial<OfficialChecks['sites'][number]> = {}): OfficialChecks => ({
  companyId: 'c-1',
  name: '澜山演示贸易有限公司',
  creditCode: '91990002MA0FCT021R',
  isDemo: true,
  sites: [
    {
      site: 'register',
      name: '国家企业信用信息公示系统',
      finds: '登记、股东',
      url: 'https://register.example/',
      result: 'none',
      checkedOn: '2026-11-25',
    },
    {
      site: 'credit',
      name: '信用中国',
      finds: '行政许可与处罚',
      url: 'https://credit.example/',
      result: null,
      checkedOn: null,
      ...credit,
    },
  ],
})

const boxesOf = (name: string) => within(screen.getByRole('group', { name: `${name}核查结果` }))

describe('官方核查', () => {
  it('shows the sites with what is found there, and the marks of the user with their day', async () => {
    logIn()
    answer('officialChecks', buildChecks())
    renderApp('/company/check?id=c-1')
    expect(await screen.findByText('1 / 2')).toBeTruthy()
    expect(screen.getByText('最近 2026-11-25')).toBeTruthy()
    const site = screen.getByRole('link', { name: /信用中国，在新窗口打开/ })
    expect(site.getAttribute('href')).toBe('https://credit.example/')
    expect(site.getAttribute('rel')).toContain('noreferrer')
    const pressed = boxesOf('国家企业信用信息公示系统').getAllByRole('button', { pressed: true })
    expect(pressed.map(({ textContent }) => textContent)).toEqual(['已核查 · 无'])
    expect(boxesOf('信用中国').queryByRole('button', { pressed: true })).toBeNull()
  })

  it('copies the name of the company when a site is opened', async () => {
    answer('officialChecks', buildChecks())
    const { user } = renderApp('/company/check?id=c-1')
    await user.click(await screen.findByRole('link', { name: /信用中国，在新窗口打开/ }))
    expect(await screen.findByText('企业名称已复制')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe('澜山演示贸易有限公司')
  })

  it('stores a mark, and removes it at the second tap', async () => {
    logIn()
    answer('officialChecks', buildChecks())
    const { user } = renderApp('/company/check?id=c-1')
    await screen.findByText('1 / 2')
    const saved = answer('saveOfficialCheck', buildChecks({ result: 'found', checkedOn: '2026-11-26' }))
    await user.click(boxesOf('信用中国').getByRole('button', { name: '已核查 · 有' }))
    expect(await screen.findByText('2 / 2')).toBeTruthy()
    expect(saved[0]?.body).toEqual({ companyId: 'c-1', site: 'credit', result: 'found' })
    const removed = answer('saveOfficialCheck', buildChecks())
    await user.click(boxesOf('信用中国').getByRole('button', { name: '已核查 · 有' }))
    expect(await screen.findByText('1 / 2')).toBeTruthy()
    expect(removed[0]?.body).toEqual({ companyId: 'c-1', site: 'credit', result: null })
  })

  it('asks a visitor to log in, and says what for', async () => {
    answerHome()
    answer('officialChecks', buildChecks())
    const { user, currentUrl } = renderApp('/company/check?id=c-1')
    await screen.findByText('信用中国')
    await user.click(boxesOf('信用中国').getByRole('button', { name: '已核查 · 无' }))
    await waitFor(() => expect(currentUrl()).toBe('/login'))
    expect(readLoginPurpose('/company/check?id=c-1')).toBe('保存核查结果')
  })

  it('offers to try again after a failure', async () => {
    breakNetwork('officialChecks')
    renderApp('/company/check?id=c-1')
    expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy()
  })
})
