import { useSessionStore } from '../session/session-store.ts'

/**
 * Whether a user has never given consent, as after an external login. The consent sheet comes before any other dialog.
 */
export const useNeverAgreed = () =>
  useSessionStore(({ pendingTicket, userInfo }) => pendingTicket !== null || userInfo?.agreementVersion === null)
