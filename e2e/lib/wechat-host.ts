import type { Page } from '@playwright/test'

type Message = { sharePath?: string; title?: string }
type BridgeData = Record<string, unknown> & { arg?: Message & { url?: string } }
type Call = { name: string; data: BridgeData }

type Bridge = {
  on: () => void
  invoke: (name: string, data: BridgeData, answer: (result: { err_msg: string }) => void) => void
}

declare global {
  interface Window {
    __wxjs_environment: string
    WeixinJSBridge: Bridge
    /** Calls of the page to WeChat, and the messages that the host has not delivered yet. */
    wechatHost: { calls: Call[]; messages: Message[]; answersRedirects: boolean }
  }
}

/**
 * Stands in for WeChat around the page: its bridge, and for a mini-program the web view. As in WeChat, messages of the page are kept
 * until the page is left, destroyed or shared. A redirect is answered only if the host answers them.
 */
export async function openWechatHost(page: Page, place: 'wechat' | 'mini-program', answersRedirects = true) {
  await page.addInitScript(
    ([environment, answers]) => {
      if (environment === 'mini-program') window.__wxjs_environment = 'miniprogram'
      window.wechatHost = { calls: [], messages: [], answersRedirects: answers }
      const { wechatHost } = window
      window.WeixinJSBridge = {
        on() {},
        invoke(name, data, answer) {
          wechatHost.calls.push({ name: name === 'invokeMiniProgramAPI' ? String(data['name']) : name, data })
          if (data['name'] === 'postMessage') wechatHost.messages.push(data.arg ?? {})
          if (data['name'] !== 'redirectTo' || wechatHost.answersRedirects) answer({ err_msg: `${name}:ok` })
        },
      }
      Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (iPhone) MicroMessenger/8.0.50' })
    },
    [place, answersRedirects] as const,
  )
  return {
    /** Messages that the host receives when the page is left, destroyed or shared. WeChat delivers all of them at once. */
    deliver: () => page.evaluate(() => window.wechatHost.messages.splice(0)),
    /** Share paths that the host has not received yet. */
    waiting: () => page.evaluate(() => window.wechatHost.messages.map(({ sharePath }) => sharePath)),
    calls: (name: string) =>
      page.evaluate((wanted) => window.wechatHost.calls.filter((call) => call.name === wanted), name),
  }
}
