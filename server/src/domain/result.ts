/** An expected outcome as a value; unexpected errors are thrown. */
export type Result<T, E extends { type: string }> = { ok: true; value: T } | { ok: false; error: E }

export const ok = <T>(value: T) => ({ ok: true as const, value })
export const failed = <E extends { type: string }>(error: E) => ({ ok: false as const, error })
