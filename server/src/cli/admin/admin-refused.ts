/** An error that the operator can correct. The message is the sentence to print. */
export class AdminRefused extends Error {}

export { minuteOf } from '../../domain/china-day.ts'
