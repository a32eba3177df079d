/** The random id that stands for a user in tracked events. Erased with the account, which makes its events anonymous. */
export type TrackingSubjectTable = {
  user_id: string
  subject: number
}
