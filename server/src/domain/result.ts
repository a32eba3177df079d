/** An expected outcome as a value; unexpected errors are thrown. */
export type Result<T, E extends { type: string }> = { ok: true; value: T } | { ok: false; error: E }

export const ok = <T>(value: T) => ({ ok: true as const, value })
export const failed = <E extends { type: string }>(error: E) => ({ ok: false as const, error })

/** The value; `refusal`: what is thrown for an error. */
export function valueOrThrow<T, E extends { type: string }>(result: Result<T, E>, refusal: (error: E) => Error): T {
  if (!result.ok) throw refusal(result.error)
  return result.value
}
