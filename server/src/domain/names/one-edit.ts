/** The single slip that turns one text into another, with the place in `typed` where it happened. */
export type Edit =
  | { type: 'same' }
  | { type: 'replaced'; at: number; typed: string; meant: string }
  | { type: 'missing' | 'extra' | 'swapped'; at: number }

/** How `typed` differs from `meant` by at most one slip of a character; null where it takes more. */
export function oneEdit(typed: string, meant: string): Edit | null {
  const difference = typed.length - meant.length
  if (difference < -1 || difference > 1) return null
  let at = 0
  while (at < typed.length && at < meant.length && typed.charCodeAt(at) === meant.charCodeAt(at)) at += 1
  if (at === typed.length && at === meant.length) return { type: 'same' }
  if (difference === 1) return typed.slice(at + 1) === meant.slice(at) ? { type: 'extra', at } : null
  if (difference === -1) return typed.slice(at) === meant.slice(at + 1) ? { type: 'missing', at } : null
  if (typed.slice(at + 1) === meant.slice(at + 1)) {
    return { type: 'replaced', at, typed: typed.charAt(at), meant: meant.charAt(at) }
  }
  const isSwapped =
    typed.charAt(at) === meant.charAt(at + 1) &&
    typed.charAt(at + 1) === meant.charAt(at) &&
    typed.slice(at + 2) === meant.slice(at + 2)
  return isSwapped ? { type: 'swapped', at } : null
}

/** `text` and every text it becomes when one character is left out: two texts one slip apart share one of these. */
export function withOneLeftOut(text: string): string[] {
  const texts = [text]
  for (let at = 0; at < text.length; at += 1) {
    // Of two equal neighbours either may go.
    if (at === 0 || text.charCodeAt(at) !== text.charCodeAt(at - 1)) texts.push(text.slice(0, at) + text.slice(at + 1))
  }
  return texts
}
