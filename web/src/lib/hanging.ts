/** Whether a text starts with punctuation whose left half is empty, which hangs at the start of a line. */
export const isHanging = (text: string) => /^[（“《【「]/.test(text)
