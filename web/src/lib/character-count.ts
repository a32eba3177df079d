/** Number of code points of a trimmed text, as the server counts them. */
export const countCharacters = (text: string) => Array.from(text.trim()).length
