/** `mini-program`: in the web view of the mini-program. `wechat`: in WeChat's browser. */
export type Environment = 'browser' | 'wechat' | 'mini-program'

type Signs = { agent: string; wxEnvironment: string | undefined }

/** The environment by the signs that need no waiting: some Android versions give them only later (`getEnv`). */
export function environmentOf({ agent, wxEnvironment }: Signs): Environment {
  if (wxEnvironment === 'miniprogram' || /miniProgram/i.test(agent)) return 'mini-program'
  return /MicroMessenger/i.test(agent) ? 'wechat' : 'browser'
}

let environment: Environment | null = null

/** Environment of this page, read once. */
export function currentEnvironment(): Environment {
  environment ??= environmentOf({ agent: navigator.userAgent, wxEnvironment: window.__wxjs_environment })
  return environment
}

/** WeChat's own answer, which comes later. */
export function correctEnvironment(answer: Environment) {
  environment = answer
}

/**
 * Delegates login to the surrounding mini-program, which returns to `path` (in-app path with query). Returns false
 * outside of one. `openLogin` is called when the mini-program does not respond.
 */
export function tryMiniProgramLogin(path: string, openLogin: () => void): boolean {
  if (currentEnvironment() !== 'mini-program') return false
  void import('./wechat-sdk.ts').then(({ openMiniProgramLogin }) => openMiniProgramLogin(path, openLogin), openLogin)
  return true
}
