import { unavailable } from '../platform/http/refusal.ts'

const pending = async (): Promise<never> => {
  throw unavailable()
}

/** Routes whose feature is being built. */
export const pendingHandlers = {
  register: pending,
  loginByPassword: pending,
  resetPassword: pending,
}
