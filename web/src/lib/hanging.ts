/** Whether the text begins with an opening mark, whose blank half should hang outside the start of the line. */
export const isHanging = (text: string) => /^[（“《【「]/.test(text)
