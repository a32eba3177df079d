import type { Result } from '../../domain/result.ts'

/** An error that the operator can correct. The message is the sentence to print. */
export class AdminRefused extends Error {}

/** The value of a step; `sentence`: why it was refused. @throws AdminRefused */
export function acceptedByService<T, E extends { type: string }>(
  result: Result<T, E>,
  sentence: (error: E) => string,
): T {
  if (!result.ok) throw new AdminRefused(sentence(result.error))
  return result.value
}

export { minuteOf } from '../../domain/china-day.ts'
