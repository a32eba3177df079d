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

/** Time in which the mini-program must open its login. Milliseconds. */
const RESPONSE_MS = 1_000

/** Opens the login of the mini-program. Without a response within a second `openLogin` is called. */
export function openMiniProgramLogin(path: string, openLogin: () => void) {
  let isOver = false
  const end = (isOpened: boolean) => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    if (!isOpened) openLogin()
  }
  const timer = setTimeout(() => end(false), RESPONSE_MS)
  const url = `/pages/login/login?type=h5&path=${encodeURIComponent(`/#${path}`)}`
  loadWechatSdk().then(
    ({ miniProgram }) => miniProgram.redirectTo({ url, success: () => end(true), fail: () => end(false) }),
    () => end(false),
  )
}
