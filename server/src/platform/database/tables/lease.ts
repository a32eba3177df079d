/** A task that one process at a time does. Rows are never deleted: the token only grows. */
export type LeaseTable = {
  name: string
  /** Empty: released. */
  holder: string
  /** Fencing token, one more with each holder. */
  token: number
  /** Counts the renewals of this holder. A row that does not change has lost its holder. */
  renewals: number
}

export type StoreIdentityTable = {
  only_row: 1
  /** Random; a copy of the store has the same. */
  id: string
}
