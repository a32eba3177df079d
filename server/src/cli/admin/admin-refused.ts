/** What whoever typed the command can put right, as a sentence. */
export class AdminRefused extends Error {}

const CHINA_MS = 8 * 3_600_000

/** Minute in China, as in 2026-11-22 09:30. */
export const minuteOf = (at: number) => new Date(at + CHINA_MS).toISOString().slice(0, 16).replace('T', ' ')
