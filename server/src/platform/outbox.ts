import { appendFile } from 'node:fs/promises'

/** Appends secrets to a file for tests, one JSON object per line. Refused in production (config.ts). */
export type Outbox = (entry: Record<string, string>) => Promise<void>

export const createOutbox =
  (file: string): Outbox =>
  (entry) =>
    appendFile(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
