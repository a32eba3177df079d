import type { Clock } from '../domain/clock.ts'

export type KeepFreshNeeds<T> = {
  clock: Clock
  read: () => Promise<T>
  /** How long what was read is told. */
  milliseconds: number
}

/**
 * What `read` says, kept for a while: for what is told with every answer and hardly ever changes. Where it does not suffice
 * the caller, it is read again at once.
 */
export function keepFresh<T>({ clock, read, milliseconds }: KeepFreshNeeds<T>) {
  let kept: { value: T; readAt: number } | null = null

  const isFresh = (readAt: number) => {
    const age = clock.now() - readAt
    return age >= 0 && age < milliseconds
  }

  return async (suffices: (value: T) => boolean = () => true): Promise<T> => {
    if (kept !== null && isFresh(kept.readAt) && suffices(kept.value)) return kept.value
    const readAt = clock.now()
    const value = await read()
    kept = { value, readAt }
    return value
  }
}
