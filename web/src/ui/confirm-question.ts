export type ConfirmQuestion = {
  title: string
  text?: string
  /** Label of the cancel button; 取消 by default. */
  cancel?: string
  /** Label of the confirm button. */
  confirm: string
  /** Irreversible action: the confirm label is red. */
  danger?: boolean
}
