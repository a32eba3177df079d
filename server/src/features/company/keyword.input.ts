import { KEYWORD_LIMIT } from '@baiqicha/contract/keyword-limit'

export type Keyword = {
  /** What is searched for. */
  text: string
  /** Set where the typed one was longer than the limit. */
  cut?: string
}

// Whatever an input method, a paste or a scanner may leave that nobody can see.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const searchable = /[\p{L}\p{N}]/u

/** The keyword as it is searched, or null where nothing in it can be searched for. */
export function cleanKeyword(typed: string): Keyword | null {
  const characters = Array.from(typed.normalize('NFKC').replace(invisible, '').trim())
  const text = characters.slice(0, KEYWORD_LIMIT).join('').trimEnd()
  if (!searchable.test(text)) return null
  return characters.length > KEYWORD_LIMIT ? { text, cut: text } : { text }
}
