/** Who is calling, once the token was found to be good. */
export type Session = {
  /** Names it to its owner; opens nothing. */
  id: string
  userId: string
  /** What the store knows the token by: the token itself is kept nowhere. */
  tokenHash: string
  /** The partner it arrived from; null for one opened here. */
  source: string | null
}
