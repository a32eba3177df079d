/** Code points of the trimmed text, as the server counts them: an emoji of one code point is one. */
export const countCharacters = (text: string) => Array.from(text.trim()).length
