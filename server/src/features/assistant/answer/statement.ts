/** One sentence and the fields that support it, before it is verified. */
export type Statement = {
  text: string
  /** Whether a paragraph begins with it. */
  startsParagraph: boolean
  citations: readonly { evidenceId: string; fields: readonly string[] }[]
}
