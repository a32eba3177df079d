/** An error that the operator can correct. The message is the sentence to print. */
export class AdminRefused extends Error {}

const CHINA_MS = 8 * 3_600_000

/** China Standard Time to the minute, as in 2026-11-22 09:30. */
export const minuteOf = (at: number) => new Date(at + CHINA_MS).toISOString().slice(0, 16).replace('T', ' ')
