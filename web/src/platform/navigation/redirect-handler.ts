import { resultCode } from '@baiqicha/contract/result-codes'
import { rejectionOf } from '../api/api-error.ts'

export type LeadingSteps = {
  tryMiniProgramLogin: () => boolean
  /** Remembers the page that shows, to come back to after login. */
  saveRoute: () => void
  /** Done once the page shows. */
  goTo: (place: 'login' | 'home') => Promise<void>
}

export type RedirectSteps = LeadingSteps & {
  isLoggedIn: () => boolean
  /** null when the answer holds no user. Throws `ApiError`. */
  reloadUserInfo: () => Promise<{ userId: string } | null>
  clearSession: () => void
}

/** To the mini-program's login, otherwise to ours, and back here afterwards. */
export async function goToLogin(steps: LeadingSteps): Promise<void> {
  steps.saveRoute()
  if (!steps.tryMiniProgramLogin()) await steps.goTo('login')
}

/** A throttle says nothing about the session, and no answer at all says less. */
function endsSession(error: unknown): boolean {
  const rejection = rejectionOf(error)
  return rejection !== null && rejection.code !== resultCode.tooManyRequests
}

async function handleMissingSession(steps: RedirectSteps): Promise<void> {
  if (!steps.isLoggedIn()) return goToLogin(steps)
  try {
    const userInfo = await steps.reloadUserInfo()
    if (userInfo === null || userInfo.userId === '') return steps.goTo('home')
    steps.clearSession()
    return goToLogin(steps)
  } catch (error) {
    if (!endsSession(error)) return undefined
    steps.saveRoute()
    // Home first: the page that stands would ask for a login as soon as it sees a visitor.
    await steps.goTo('home')
    return steps.clearSession()
  }
}

/**
 * What follows an answer without a valid session (SPEC §4). Single-flight: further answers of the kind while it runs
 * change nothing. A network failure, a throttle or a server in trouble leaves the session as it is.
 */
export function createRedirectHandler(steps: RedirectSteps): () => Promise<void> {
  let running: Promise<void> | null = null
  return () => {
    running ??= handleMissingSession(steps).finally(() => {
      running = null
    })
    return running
  }
}
