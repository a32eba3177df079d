/** Characters of a text without the blanks around it, as the server counts them: an emoji of one code point is one. */
export const countCharacters = (text: string) => Array.from(text.trim()).length
