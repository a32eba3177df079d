export type ConfirmQuestion = {
  title: string
  text?: string
  /** The word on the button that does not act; 取消 by default. */
  cancel?: string
  /** The word on the button that acts. */
  confirm: string
  /** The act cannot be undone: its word is red. */
  danger?: boolean
}
