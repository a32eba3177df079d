import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadPage } from '../../test/load-page'

type Request = { url: string; data: unknown; success: (answer: { data: unknown }) => void; fail: () => void }

/** Answers by the end of the path; undefined: no connection. */
let answers: Record<string, unknown>
const requests: { path: string; data: unknown }[] = []
const redirectTo = vi.fn<(target: { url: string }) => void>()

let visit: { fr: string }

beforeEach(() => {
  answers = { getAgreementTemplateList: done({ agreementVersion: '2026-12-01' }) }
  visit = { fr: '' }
  vi.stubGlobal('getApp', () => ({ globalData: visit }))
  requests.length = 0
  redirectTo.mockReset()
  vi.stubGlobal('wx', {
    getStorageSync: () => 'device',
    setStorageSync: () => undefined,
    login: ({ success }: { success: (result: { code: string }) => void }) => success({ code: 'wx-code' }),
    redirectTo,
    request({ url, data, success, fail }: Request) {
      const path = url.slice(url.lastIndexOf('/') + 1)
      requests.push({ path, data })
      if (answers[path] === undefined) fail()
      else success({ data: answers[path] })
    },
  })
})

const done = (data: unknown) => ({ code: 0, message: '', data })
const path = encodeURIComponent('/#/company/detail?id=c-1')
const open = (options: Record<string, string> = {}) => loadPage('login', { type: 'h5', path, ...options }).instance
/** The query of the address that the page opened last, decoded once as the shell does. */
const opened = () => {
  const query = new URLSearchParams(redirectTo.mock.lastCall?.[0].url.split('?')[1])
  return { path: query.get('path'), fr: query.get('fr') }
}

describe('the login page', () => {
  it('sends nothing before the user agrees', async () => {
    const page = open()
    await page.start?.()
    expect(requests).toEqual([])
    expect(page.data.message).toBe('请先阅读并同意用户协议和隐私政策')
  })

  it('returns a known user to the page they left, with the ticket', async () => {
    answers['loginByWechatCode'] = done({ ticket: 't' })
    const page = open()
    page.setData({ isAgreed: true })
    await page.start?.()
    expect(requests).toEqual([{ path: 'loginByWechatCode', data: { code: 'wx-code', deviceId: 'device', fr: '' } }])
    expect(redirectTo).toHaveBeenCalledWith({
      url: `/pages/index/index?path=${path}&fr=&ticket=t&isFirstLogin=false`,
    })
  })

  it("sends WeChat's phone code with the binding token and the version of the agreements in force", async () => {
    answers['loginByWechatCode'] = done({ bindToken: 'b' })
    answers['bindWechatPhone'] = done({ ticket: 't', isFirstLogin: true })
    const page = open()
    page.setData({ isAgreed: true })
    await page.start?.()
    await page.onPhone?.({ detail: { code: 'phone' } })
    expect(requests.at(-1)?.data).toMatchObject({ bindToken: 'b', phoneCode: 'phone', agreementVersion: '2026-12-01' })
    expect(redirectTo.mock.lastCall?.[0].url).toContain('&ticket=t&isFirstLogin=true')
  })

  it('offers SMS when the user refuses the number', async () => {
    const page = open()
    await page.onPhone?.({ detail: {} })
    expect(page.data.message).toBe('未授权手机号，可使用短信验证码登录')
  })

  it.each([
    ['the page that the user left', '/#/company/detail?id=c-1&tab=risk', '/company/detail?id=c-1&tab=risk'],
    ['the search that waited for the login', '/#/search/result?keyword=a+%26b', '/search/result?keyword=a+%26b'],
  ])('opens the login by SMS with %s', (_, left, target) => {
    visit.fr = 'poster'
    open({ path: encodeURIComponent(left) }).openSms?.()
    expect(opened()).toEqual({ path: `/#/login?to=${encodeURIComponent(target)}`, fr: 'poster' })
  })

  it.each(['/', '/#/', '//evil.example', '/#/login'])('opens the login by SMS, which leads Home from %s', (left) => {
    open({ path: encodeURIComponent(left) }).openSms?.()
    expect(opened().path).toBe('/#/login')
  })

  it.each([
    ['of the launch of the mini-program', {}, 'poster'],
    ['of the web page, which is newer', { fr: 'share' }, 'share'],
    ['of the path', { path: encodeURIComponent('/#/company/detail?id=c-1&fr=card') }, 'card'],
  ])('sends the channel %s with both calls and back to the web page', async (_, options, fr) => {
    visit.fr = 'poster'
    answers['loginByWechatCode'] = done({ bindToken: 'b' })
    answers['bindWechatPhone'] = done({ ticket: 't', isFirstLogin: false })
    const page = open(options)
    page.setData({ isAgreed: true })
    await page.start?.()
    await page.onPhone?.({ detail: { code: 'phone' } })
    const sent = new Map(requests.map(({ path: name, data }) => [name, data]))
    expect([sent.get('loginByWechatCode'), sent.get('bindWechatPhone')]).toMatchObject([{ fr }, { fr }])
    expect(opened().fr).toBe(fr)
  })

  it.each([
    [
      'the sentence of the server',
      { code: 4125, message: '微信登录未开通，请使用短信验证码登录', data: null },
      '微信登录未开通，请使用短信验证码登录',
    ],
    ['a failed request', undefined, '网络异常，请稍后重试'],
  ])('shows %s, and can be tried again', async (_, answer, sentence) => {
    answers['loginByWechatCode'] = answer
    const page = open()
    page.setData({ isAgreed: true })
    await page.start?.()
    expect(page.data).toMatchObject({ message: sentence, isBusy: false })
  })

  it('shows no button for the number while the version of the agreements is unknown', async () => {
    answers['loginByWechatCode'] = done({ bindToken: 'b' })
    answers['getAgreementTemplateList'] = undefined
    const page = open()
    page.setData({ isAgreed: true })
    await page.start?.()
    expect(page.data).toMatchObject({ bindToken: '', message: '网络异常，请稍后重试' })
  })

  it('requests a new binding token after the old one expired', async () => {
    answers['bindWechatPhone'] = { code: 4129, message: '操作超时，请重新登录', data: null }
    const page = open()
    page.setData({ isAgreed: true, bindToken: 'old' })
    await page.onPhone?.({ detail: { code: 'phone' } })
    expect(page.data).toMatchObject({ bindToken: '', message: '操作超时，请重新登录' })
  })

  it('asks for consent again after new agreements came into force', async () => {
    answers['bindWechatPhone'] = { code: 4112, message: '协议已更新，请阅读后重新同意', data: null }
    const page = open()
    page.setData({ isAgreed: true, bindToken: 'b' })
    await page.onPhone?.({ detail: { code: 'phone' } })
    expect(page.data).toMatchObject({ isAgreed: false, bindToken: '', message: '协议已更新，请阅读后重新同意' })
  })
})
