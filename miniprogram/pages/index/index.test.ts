import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ORIGIN } from '../../lib/settings'
import { loadPage } from '../../test/load-page'

beforeEach(() => {
  vi.stubGlobal('getApp', () => ({ globalData: { fr: '' } }))
})

const open = (options: Record<string, string> = {}) => loadPage('index', options).instance

const message = (sharePath: string) => ({ sharePath, title: '演示' })
const shared = (webViewUrl?: string) => open().onShareTimeline?.({ webViewUrl }).query

describe('the shell', () => {
  it('opens the path of its options, with the channel', () => {
    const path = encodeURIComponent('/#/company/detail?id=c-1')
    expect(open({ path, fr: 'poster' }).data.url).toBe(`${ORIGIN}/#/company/detail?id=c-1&fr=poster`)
  })

  it('opens Home without a path and for a foreign address', () => {
    expect([open().data.url, open({ path: '//evil.example' }).data.url]).toEqual([`${ORIGIN}/`, `${ORIGIN}/`])
  })

  it('passes the ticket of a login on, with its source', () => {
    expect(open({ ticket: 't', isFirstLogin: 'true' }).data.url).toBe(
      `${ORIGIN}/?token=t&isFirstLogin=true&source=mini-program`,
    )
  })

  it('shows 重试 after a load failure, which loads the page again', () => {
    const page = loadPage('index')
    page.instance.onError?.()
    expect(page.dom?.textContent).toContain('重试')
    page.instance.retry?.()
    expect(page.dom?.textContent).not.toContain('重试')
  })

  it('shares the path of the last message', () => {
    const page = open()
    page.onMessage?.({ detail: { data: [message('/#/a'), message('/#/b')] } })
    const path = encodeURIComponent('/#/b')
    expect(page.onShareAppMessage?.({})).toEqual({ title: '演示', path: `/pages/index/index?path=${path}&fr=share` })
    expect(page.onShareTimeline?.({})).toEqual({ title: '演示', query: `path=${path}&fr=share` })
  })

  it('shares no keyword, ticket or key, from a message or the address of the web view', () => {
    const page = open()
    page.onMessage?.({ detail: { data: [message('/#/search/result?keyword=%E6%BC%94&tab=a')] } })
    expect(page.onShareTimeline?.({}).query).toBe(`path=${encodeURIComponent('/#/search/result?tab=a')}&fr=share`)
    for (const address of ['/?token=t&isFirstLogin=true#/company/detail?id=c-1', '/#/company/detail?id=c-1&key=k']) {
      expect(shared(`${ORIGIN}${address}`)).toBe(`path=${encodeURIComponent('/#/company/detail?id=c-1')}&fr=share`)
    }
  })

  it('shares under its own channel, not under that of the visit', () => {
    const path = encodeURIComponent('/#/company/detail?id=c-1&fr=poster')
    expect(open({ path, fr: 'share' }).data.url).toBe(`${ORIGIN}/#/company/detail?id=c-1&fr=share`)
  })

  it('shares the address of the web view without a message, else Home', () => {
    expect(shared(`${ORIGIN}/#/b`)).toBe(`path=${encodeURIComponent('/#/b')}&fr=share`)
    expect(shared('https://evil.example/')).toBe(`path=${encodeURIComponent('/')}&fr=share`)
    expect(shared()).toBe(`path=${encodeURIComponent('/')}&fr=share`)
  })
})
