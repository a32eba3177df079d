import { clearFirstLogin, useSessionStore } from './session-store.ts'

export { clearFirstLogin }

/** Whether this is the first time the person is logged in here, and nobody has been greeted for it (SPEC §4). */
export const readFirstLogin = () => useSessionStore.getState().isFirstLogin
export const useFirstLogin = () => useSessionStore((state) => state.isFirstLogin)
