/** Number of characters of a keyword that a sentence quotes. */
const QUOTED_CHARACTERS = 20

/** Keyword as a sentence quotes it: a long one is cut. */
export function quotedKeyword(keyword: string): string {
  const characters = Array.from(keyword)
  return characters.length > QUOTED_CHARACTERS ? `${characters.slice(0, QUOTED_CHARACTERS).join('')}…` : keyword
}
