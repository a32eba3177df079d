import { KEYWORD_LIMIT } from '@baiqicha/contract/keyword-limit'

export type Keyword = {
  /** The text to search for. */
  text: string
  /** Set when the typed keyword was longer than the limit. */
  cut?: string
}

// Invisible characters left by input methods, pasting or scanners.
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu
const searchable = /[\p{L}\p{N}]/u

/** Cleans a typed keyword; null when it contains neither letters nor digits. */
export function cleanKeyword(typed: string): Keyword | null {
  const characters = Array.from(typed.normalize('NFKC').replace(invisible, '').trim())
  const text = characters.slice(0, KEYWORD_LIMIT).join('').trimEnd()
  if (!searchable.test(text)) return null
  return characters.length > KEYWORD_LIMIT ? { text, cut: text } : { text }
}
