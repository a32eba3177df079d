/** Session of the caller, after its token was verified. */
export type Session = {
  /** Identifies the session to its owner; it is not a credential. */
  id: string
  userId: string
  /** The database stores only this hash of the token. */
  tokenHash: string
  /** Partner of an external login; null for a login here. */
  source: string | null
  /** Position in the log of the database that includes the last write of the session; 0 for none. */
  writtenUpTo: number
}
