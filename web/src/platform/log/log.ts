/** For faults that nobody needs to be shown (SPEC §8: "logged only"). Never pass a token, a mobile or a typed text. */
export function logWarning(message: string, cause?: unknown) {
  const reason = cause instanceof Error ? cause.message : ''
  globalThis.console.warn(reason === '' ? message : `${message}: ${reason}`)
}
