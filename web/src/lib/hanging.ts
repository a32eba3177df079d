/** Whether a text begins with a sign that is half empty, and hangs where it stands at the start of a line. */
export const isHanging = (text: string) => /^[（“《【「]/.test(text)
