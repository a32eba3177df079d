import { type Result, valueOrThrow } from '../../domain/result.ts'

/** An error that the operator can correct. The message is the sentence to print. */
export class AdminRefused extends Error {}

/** The value of a step; `sentence`: why it was refused. @throws AdminRefused */
export const acceptedByService = <T, E extends { type: string }>(
  result: Result<T, E>,
  sentence: (error: E) => string,
): T => valueOrThrow(result, (error) => new AdminRefused(sentence(error)))

export { minuteOf } from '../../domain/clock.ts'
