import { wechatRoutes } from '@baiqicha/contract/routes/wechat'
import type { Location } from 'react-router'
import type { Router } from '../../lib/router/create-router.ts'
import { followSharedPage, type SharedPage, shareLink } from '../../lib/share-link.ts'
import { trackedAddress } from '../../lib/tracker/tracked-address.ts'
import { callApi } from '../api/client.ts'
import { matchPage } from '../navigation/pages.ts'
import { correctEnvironment, currentEnvironment } from './mini-program.ts'
import { loadWechatSdk, type WechatSdk } from './wechat-sdk.ts'

const APP = { title: '百企查', text: '查询企业工商信息与公开记录，注明来源与日期' }
const picture = () => `${window.location.origin}/share.png`

/** A list of risks names none beside the company it is shared for. */
const isAboutRisk = (pathname: string) => /^\/(?:legalRisk|businessRisk|risk)/.test(pathname)
const titleOf = ({ pathname }: Location) =>
  isAboutRisk(pathname) ? APP.title : (matchPage(pathname)?.title ?? APP.title)
const pathOf = ({ pathname, search }: Location) => pathname + search

/** Posts the page to the mini-program after each navigation (SPEC §2). WeChat delivers it when the page is shared or left. */
function postPages({ miniProgram }: WechatSdk, router: Router) {
  const post = ({ location }: { location: Location }) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a message to the mini-program, not to a window
    miniProgram.postMessage({ data: { sharePath: sharePathOf(pathOf(location)), title: titleOf(location) } })
  post(router.state)
  let key = router.state.location.key
  router.subscribe((state) => {
    if (state.location.key === key) return
    key = state.location.key
    post(state)
  })
}

/** Gives WeChat title, text, picture and link of the page that shows. If the address cannot be signed, nothing changes. */
async function sharePages(sdk: WechatSdk, router: Router) {
  const [url = ''] = window.location.href.split('#')
  const config = await callApi(wechatRoutes.jsConfig, { url }, { silent: true, isBackground: true }).catch(() => null)
  if (config === null) return
  sdk.config({
    debug: false,
    ...config,
    jsApiList: ['updateAppMessageShareData', 'updateTimelineShareData'],
    openTagList: [],
  })
  sdk.ready(() => {
    let stated: SharedPage | null = null
    const share = () => {
      const { location } = router.state
      const page = stated ?? { ...APP, title: titleOf(location), path: pathOf(location) }
      const data = { title: page.title, link: shareLink(page.path), imgUrl: picture(), success() {} }
      sdk.updateAppMessageShareData({ ...data, desc: page.text })
      sdk.updateTimelineShareData({ ...data, title: `${page.title} · ${page.text}` })
    }
    followSharedPage((page) => {
      stated = page
      share()
    })
    router.subscribe(share)
  })
}

/** Connects the app with WeChat, whose SDK is requested only inside WeChat. */
export async function connectWechat(router: Router) {
  const sdk = await loadWechatSdk().catch(() => null)
  if (sdk === null) return
  // Called once WeChat's bridge exists, on some Android versions after the page has loaded.
  sdk.miniProgram.getEnv(({ miniprogram }: { miniprogram?: boolean }) => {
    if (miniprogram === true) correctEnvironment('mini-program')
    if (currentEnvironment() === 'mini-program') postPages(sdk, router)
    else void sharePages(sdk, router)
  })
}

/**
 * Path that the mini-program shares, with the share flag: that of the page with the query parameters of tracked addresses, which name no person and no
 * search. A list of a company leads to the company, because its own address would lose the company.
 */
export function sharePathOf(path: string): string {
  const [pathname = '', search = ''] = path.split('?')
  const query = new URLSearchParams(search)
  query.delete('isShare')
  const { origin } = window.location
  const kept = trackedAddress(`${origin}/#${pathname}?${query.toString()}`, origin)
  const companyId = query.get('companyId')
  const shared =
    companyId === null || query.has('id')
      ? kept
      : `/company/detail?${new URLSearchParams({ id: companyId }).toString()}`
  return `/#${shared}${shared.includes('?') ? '&' : '?'}isShare=1`
}
