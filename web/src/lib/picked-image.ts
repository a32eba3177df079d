/** A picture that the user has picked, as its form shows it. */
export type PickedImage = {
  key: number
  /** Object URL of the preview. */
  preview: string
  /** `unfit` can never be sent; `failed` can be retried. */
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'unfit'
  /** Upload progress, 0 to 1. */
  progress: number
  /** Error message of the upload. */
  fault: string | null
}
