/** For errors that are not shown (SPEC §8: "logged only"). Never pass a token, a mobile number or typed text. */
export function logWarning(message: string, cause?: unknown) {
  const reason = cause instanceof Error ? cause.message : ''
  globalThis.console.warn(reason === '' ? message : `${message}: ${reason}`)
}
