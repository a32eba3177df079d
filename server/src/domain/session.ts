/** Who is calling, once the token was found to be good. */
export type Session = {
  userId: string
  /** What the store knows the token by: the token itself is kept nowhere. */
  tokenHash: string
}
