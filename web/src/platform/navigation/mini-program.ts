/**
 * Delegates login to the surrounding mini-program. Returns whether there is one; false until mini-programs are
 * supported.
 */
export const tryMiniProgramLogin = (): boolean => false
