import { clearFirstLogin, useSessionStore } from './session-store.ts'

export { clearFirstLogin }

/** Whether this is the user's first login on this device and the greeting has not been shown (SPEC §4). */
export const readFirstLogin = () => useSessionStore.getState().isFirstLogin
export const useFirstLogin = () => useSessionStore((state) => state.isFirstLogin)
