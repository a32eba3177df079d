export type WechatSdk = typeof import('weixin-js-sdk').default

let loading: Promise<WechatSdk> | null = null

/** Loads WeChat's SDK. It works only inside WeChat and is requested nowhere else. */
export function loadWechatSdk(): Promise<WechatSdk> {
  loading ??= import('weixin-js-sdk').then(
    ({ default: sdk }) => sdk,
    (error: unknown) => {
      loading = null
      throw error
    },
  )
  return loading
}
