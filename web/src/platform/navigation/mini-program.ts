/**
 * Hands login over to the mini-program that holds this page. Answers whether one did; until mini-programs are
 * supported the app is never in one.
 */
export const tryMiniProgramLogin = (): boolean => false
