/** A single typo that turns one text into another, with its position in `typed`. */
export type Edit =
  | { type: 'same' }
  | { type: 'replaced'; at: number; typed: string; intended: string }
  | { type: 'missing' | 'extra' | 'swapped'; at: number }

/** The single-character edit between `typed` and `intended`; null when more than one is needed. */
export function oneEdit(typed: string, intended: string): Edit | null {
  const difference = typed.length - intended.length
  if (difference < -1 || difference > 1) return null
  let at = 0
  while (at < typed.length && at < intended.length && typed.charCodeAt(at) === intended.charCodeAt(at)) at += 1
  if (at === typed.length && at === intended.length) return { type: 'same' }
  if (difference === 1) return typed.slice(at + 1) === intended.slice(at) ? { type: 'extra', at } : null
  if (difference === -1) return typed.slice(at) === intended.slice(at + 1) ? { type: 'missing', at } : null
  if (typed.slice(at + 1) === intended.slice(at + 1)) {
    return { type: 'replaced', at, typed: typed.charAt(at), intended: intended.charAt(at) }
  }
  const isSwapped =
    typed.charAt(at) === intended.charAt(at + 1) &&
    typed.charAt(at + 1) === intended.charAt(at) &&
    typed.slice(at + 2) === intended.slice(at + 2)
  return isSwapped ? { type: 'swapped', at } : null
}

/** `text` and every text with one character removed: two texts one typo apart share one of these. */
export function withOneLeftOut(text: string): string[] {
  const texts = [text]
  for (let at = 0; at < text.length; at += 1) {
    // Removing either of two equal neighbours gives the same text.
    if (at === 0 || text.charCodeAt(at) !== text.charCodeAt(at - 1)) texts.push(text.slice(0, at) + text.slice(at + 1))
  }
  return texts
}
