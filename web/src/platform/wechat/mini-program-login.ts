import { currentEnvironment } from './environment.ts'

/**
 * Delegates login to the surrounding mini-program, which returns to `path` (in-app path with query). Returns false
 * outside of one. `openLogin` is called when the mini-program does not respond.
 */
export function tryMiniProgramLogin(path: string, openLogin: () => void): boolean {
  if (currentEnvironment() !== 'mini-program') return false
  void import('./wechat-sdk.ts').then(({ openMiniProgramLogin }) => openMiniProgramLogin(path, openLogin), openLogin)
  return true
}
