/** Session of the caller, after its token was verified. */
export type Session = {
  /** Identifies the session to its owner; it is not a credential. */
  id: string
  userId: string
  /** The database stores only this hash of the token. */
  tokenHash: string
  /** Partner of an external login; null for a login here. */
  source: string | null
  /** Time of the last write of the session where replicas are read; 0 for none. */
  lastWriteAt: number
}

/** For this long after a write, a session reads no replica. Replicas that are read lack less (postgres/replicas.ts). */
const OWN_WRITES_MS = 5_000

/** Whether a replica may lack what the session wrote last. */
export const hasJustWritten = ({ lastWriteAt }: Session, now: number): boolean => now - lastWriteAt < OWN_WRITES_MS
