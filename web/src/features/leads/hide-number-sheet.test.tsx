import type { LeadDetail } from '@baiqicha/contract/leads'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { buildCompany } from '../../../test/company-builders.ts'
import { answerHome } from '../../../test/home-answers.ts'
import { type App, button, field, mobile, requestCode, typedMobile } from '../../../test/login-form.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, breakNetwork, refuse } from '../../../test/server.ts'
// Loaded here, so that the first test does not wait for the parts' own imports.
import '../../ui/sheet-dialog.tsx'
import './hide-number-sheet.tsx'
import './lead-detail-page.tsx'
import './lead-search-page.tsx'

const MASKED = '138****0000'

const buildDetail = (contacts: LeadDetail['contacts']): LeadDetail => ({
  company: buildCompany({ id: 'c-1' }),
  address: null,
  connected: true,
  asOf: '2026-11-20',
  contacts,
  contactSummary: { mobileCount: contacts.length, landlineCount: 0, emailCount: 0 },
  revealsLeft: 29,
  isRepeated: false,
  canDialMobiles: false,
  dialsLeft: 10,
})

const contact: LeadDetail['contacts'][number] = {
  id: 'k-1',
  type: '手机',
  value: MASKED,
  contactName: null,
  positions: [],
  sources: [{ category: '年报', name: '2025 年度报告', year: 2025, date: '2026-03-10', url: null }],
  sourceCount: 1,
  state: '实号',
  labels: [],
  sameNumberCount: 1,
  canListSameNumber: false,
  area: null,
  operator: null,
  updatedAt: '2026-03-10',
  canDial: false,
  dispute: null,
}

const sheet = () => screen.findByRole('dialog', { name: '号码屏蔽申请' })
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

/** Opens the sheet as a visitor, who needs no login for the form of 找商机. */
async function openSheet(): Promise<App> {
  answerHome()
  const app = renderApp('/home', '/phoneSearch')
  await app.user.click(await screen.findByRole('button', { name: '号码屏蔽申请' }))
  await sheet()
  await screen.findByRole('button', { name: '图形验证码，点按换一张' })
  return app
}

async function fillIn({ user }: App) {
  await user.type(field('手机号'), typedMobile)
  await user.type(field('短信验证码'), '123456')
}

describe('a visitor', () => {
  test('hides a number by captcha and SMS code of this purpose, without a session', async () => {
    const codes = answer('sendSmsCode', null)
    const hidden = answer('hideNumber', { hidden: true })
    const app = await openSheet()
    await requestCode(app)
    await screen.findByText('验证码已发送')
    expect(codes[0]).toMatchObject({ token: null, body: { mobile, scene: 'hideNumber', captchaCode: 'ab2c' } })
    await app.user.type(field('短信验证码'), '123456')
    await app.user.click(button('隐藏该号码'))
    expect(await screen.findByText('号码已隐藏')).toBeTruthy()
    expect(hidden).toMatchObject([{ token: null, body: { mobile, smsCode: '123456' } }])
    await app.user.click(button('完成'))
    await closed()
    expect(app.currentUrl()).toBe('/phoneSearch')
  })

  test('undoes it by the same steps', async () => {
    const hidden = answer('hideNumber', { hidden: true })
    const shown = answer('showNumber', { hidden: false })
    const app = await openSheet()
    await app.user.click(button('取消隐藏'))
    await fillIn(app)
    await app.user.click(button('取消隐藏该号码'))
    expect(await screen.findByText('已取消隐藏')).toBeTruthy()
    expect(shown.map(({ body }) => body)).toEqual([{ mobile, smsCode: '123456' }])
    expect(hidden).toEqual([])
  })

  test('submits with the enter key of the code field', async () => {
    const hidden = answer('hideNumber', { hidden: true })
    const app = await openSheet()
    await fillIn(app)
    await app.user.type(field('短信验证码'), '{Enter}')
    expect(await screen.findByText('号码已隐藏')).toBeTruthy()
    expect(hidden).toHaveLength(1)
  })

  test('with a landline goes to 纠错, which closes the sheet', async () => {
    const app = await openSheet()
    await app.user.click(within(await sheet()).getByRole('link', { name: '纠错' }))
    await app.arrivesAt('/user/feedback?tab=correction')
    await closed()
  })
})

describe('sends nothing', () => {
  test.each([
    ['no number', '', '请输入手机号'],
    ['five digits', '13800', '请输入正确的手机号'],
    ['a landline', '0990-5550000', '请输入正确的手机号'],
    ['two numbers', '13800000000 13900000000', '请输入正确的手机号'],
  ])('with %s', async (_, typed, sentence) => {
    const hidden = answer('hideNumber', { hidden: true })
    const app = await openSheet()
    if (typed !== '') await app.user.type(field('手机号'), typed)
    await app.user.type(field('短信验证码'), '123456')
    await app.user.click(button('隐藏该号码'))
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(hidden).toEqual([])
  })

  test('without a code', async () => {
    const hidden = answer('hideNumber', { hidden: true })
    const app = await openSheet()
    await app.user.type(field('手机号'), typedMobile)
    await app.user.click(button('隐藏该号码'))
    expect(await screen.findByText('请输入 6 位验证码')).toBeTruthy()
    expect(hidden).toEqual([])
  })
})

describe('a refusal keeps the form', () => {
  test.each([
    [4103, '验证码不正确，还可以再试 4 次', '短信验证码'],
    [4104, '验证码已失效，请重新获取', '短信验证码'],
    [4101, '固话和邮箱请通过“数据纠错”提交，并上传凭证', '手机号'],
  ])('and code %i shows its sentence at the field', async (code, sentence, label) => {
    refuse('hideNumber', code, sentence)
    const app = await openSheet()
    await fillIn(app)
    await app.user.click(button('隐藏该号码'))
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(field(label).getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByText('号码已隐藏')).toBeNull()
  })

  test('and a number that is hidden already shows the sentence of the server', async () => {
    refuse('hideNumber', 4122, '该号码已隐藏')
    const app = await openSheet()
    await fillIn(app)
    await app.user.click(button('隐藏该号码'))
    expect(await screen.findByText('该号码已隐藏')).toBeTruthy()
    expect(field('手机号')).toHaveProperty('value', typedMobile)
  })

  test.each([
    ['the database is unavailable', () => answerStatus('hideNumber', 503), '服务不可用'],
    ['the network fails', () => breakNetwork('hideNumber'), '网络连接失败，请检查你的网络设置'],
  ])('when %s', async (_, fail, sentence) => {
    fail()
    const app = await openSheet()
    await fillIn(app)
    await app.user.click(button('隐藏该号码'))
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.queryByText('号码已隐藏')).toBeNull()
    expect(field('短信验证码')).toHaveProperty('value', '123456')
  })
})

describe('after success', () => {
  test('the page below is read again, so that it no longer states the number', async () => {
    logIn()
    answerHome()
    answer('leadDetail', buildDetail([contact]))
    answer('hideNumber', { hidden: true })
    const app = renderApp('/home', '/phoneDetail?id=c-1')
    await screen.findByText(MASKED)
    await app.user.click(screen.getByRole('button', { name: '号码屏蔽申请' }))
    await screen.findByRole('button', { name: '图形验证码，点按换一张' })
    answer('leadDetail', buildDetail([]))
    await fillIn(app)
    await app.user.click(button('隐藏该号码'))
    expect(await screen.findByText('号码已隐藏')).toBeTruthy()
    await app.user.click(button('完成'))
    expect(await screen.findByText('未查询到联系方式')).toBeTruthy()
    expect(screen.queryByText(MASKED)).toBeNull()
  })

  test('the number is stored nowhere, and the form opens empty again', async () => {
    answer('hideNumber', { hidden: true })
    const app = await openSheet()
    await fillIn(app)
    await app.user.click(button('隐藏该号码'))
    await app.user.click(await screen.findByRole('button', { name: '完成' }))
    const stored = [sessionStorage, localStorage].flatMap((storage) => Object.values(storage)).join()
    expect(stored).not.toContain(mobile)
    expect(
      JSON.stringify(
        app.queryClient
          .getQueryCache()
          .getAll()
          .map((query) => query.state.data),
      ),
    ).not.toMatch(/138\s?0000\s?0000/)
    await app.user.click(await screen.findByRole('button', { name: '号码屏蔽申请' }))
    await sheet()
    expect(field('手机号')).toHaveProperty('value', '')
  })
})
