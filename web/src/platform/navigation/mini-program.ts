/**
 * Passes login to the mini-program that embeds the app. Returns false if there is none, which is always so until
 * mini-programs are supported.
 */
export const tryMiniProgramLogin = (): boolean => false
