import { resultCode } from '@baiqicha/contract/result-codes'
import { rejectionOf } from '../api/api-error.ts'

export type LeadingSteps = {
  tryMiniProgramLogin: () => boolean
  /** Saves the current page for the return after login. */
  saveRoute: () => void
  /** Resolves when the page shows. */
  goTo: (place: 'login' | 'home') => Promise<void>
}

export type RedirectSteps = LeadingSteps & {
  isLoggedIn: () => boolean
  /** null: the response has no user. Throws `ApiError`. */
  reloadUserInfo: () => Promise<{ userId: string } | null>
  clearSession: () => void
}

/** Saves the page and opens the mini-program's login, else the app's. */
export async function goToLogin(steps: LeadingSteps): Promise<void> {
  steps.saveRoute()
  if (!steps.tryMiniProgramLogin()) await steps.goTo('login')
}

/** Whether an error ends the session. A rate limit or a missing response does not: neither says that the session is invalid. */
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
    // Home opens first: without a session the current page would redirect to login.
    await steps.goTo('home')
    return steps.clearSession()
  }
}

/**
 * Creates the handler of responses without a valid session (SPEC §4). Single-flight: calls during a run share it. A
 * network failure, a rate limit or a server error leaves the session unchanged.
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
