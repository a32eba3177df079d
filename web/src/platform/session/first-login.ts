import { clearFirstLogin, useSessionStore } from './session-store.ts'

export { clearFirstLogin }

/** Whether this is the first login of the account and the gift has not been offered yet (SPEC §4). */
export const readFirstLogin = () => useSessionStore.getState().isFirstLogin
export const useFirstLogin = () => useSessionStore((state) => state.isFirstLogin)
