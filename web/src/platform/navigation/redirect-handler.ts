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
  /** null when the response has no user. Throws `ApiError`. */
  reloadUserInfo: () => Promise<{ userId: string } | null>
  clearSession: () => void
}

/** Opens the login of the mini-program or of the app, which returns here. */
export async function goToLogin(steps: LeadingSteps): Promise<void> {
  steps.saveRoute()
  if (!steps.tryMiniProgramLogin()) await steps.goTo('login')
}

/** A rate limit or a missing response does not mean that the session has ended. */
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
    // Opens Home first: the current page would redirect to login as soon as the session is cleared.
    await steps.goTo('home')
    return steps.clearSession()
  }
}

/**
 * Handles a response without a valid session (SPEC §4). Single-flight: ignores further ones while it runs. Network
 * failures, rate limits and server errors keep the session.
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
