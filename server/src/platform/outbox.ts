import { appendFile } from 'node:fs/promises'

/** A file that tests read what nobody else may see from: one JSON object a line. Refused in production (config.ts). */
export type Outbox = (entry: Record<string, string>) => Promise<void>

export const createOutbox =
  (file: string): Outbox =>
  (entry) =>
    appendFile(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
