/** Width of a text in px. */
export type MeasureText = (text: string) => number

const control = /[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

/** One line without control characters and marks of direction, which would change the order of the drawn text. */
export const toOneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').replaceAll(control, '').trim()

/**
 * Characters as readers see them: a code point beyond the BMP is one, and a variation selector or accent belongs to the
 * character before it.
 */
export const charactersOf = (text: string): string[] => text.match(/^\p{M}+|\P{M}\p{M}*/gu) ?? []

const isWordPart = (character: string) => /^[A-Za-z0-9.,'&@#/_+-]/.test(character)
const isOpening = (character: string) => /^[（(《〈“‘「『【[]/.test(character)
const isClosing = (character: string) => /^[）)》〉”’」』】\]、，。；：！？·…%]/.test(character)

/**
 * Parts between which a line may break: words and numbers stay whole, a bracket stays with its content, and no line starts with
 * closing punctuation.
 */
function breakableParts(text: string): string[] {
  const parts: string[] = []
  let previous = ''
  for (const character of charactersOf(text)) {
    const staysTogether =
      (isWordPart(previous) && isWordPart(character)) ||
      isOpening(previous) ||
      (previous !== ' ' && isClosing(character))
    const last = parts.at(-1)
    if (staysTogether && last !== undefined) parts[parts.length - 1] = last + character
    else parts.push(character)
    previous = character
  }
  return parts
}

/** The lines of `wrapText`, each with the spaces at its end. */
function breakLines(text: string, width: number, measure: MeasureText): string[] {
  const fits = (line: string) => measure(line.trimEnd()) <= width
  const parts = breakableParts(text).flatMap((part) => (fits(part) ? [part] : charactersOf(part)))
  const lines: string[] = []
  let line = ''
  for (const part of parts) {
    if (line !== '' && !fits(line + part)) {
      lines.push(line)
      line = ''
    }
    line += part
  }
  return line === '' ? lines : [...lines, line]
}

/** Breaks a text into lines of at most `width`. A part that is wider than a line breaks anywhere. */
export const wrapText = (text: string, width: number, measure: MeasureText): string[] =>
  breakLines(text, width, measure).map((line) => line.trimEnd())

/** Lines of similar length: the narrowest width that needs no further line. */
function balance(text: string, lines: readonly string[], width: number, measure: MeasureText): readonly string[] {
  let balanced = lines
  for (let narrower = width * 0.98; narrower > width / 2; narrower -= width * 0.02) {
    const next = wrapText(text, narrower, measure)
    if (next.length > lines.length) break
    balanced = next
  }
  return balanced
}

/** Shortens a text with an ellipsis to `width`. Returns a text that fits unchanged. */
export function clipText(text: string, width: number, measure: MeasureText): string {
  if (measure(text) <= width) return text
  const characters = charactersOf(text)
  while (characters.length > 0 && measure(`${characters.join('').trimEnd()}…`) > width) characters.pop()
  return `${characters.join('').trimEnd()}…`
}

/** Font size with the number of lines that it may take. */
export type SizeStep = { size: number; lines: number }

/**
 * Fits a text into `width`: the first step whose lines hold the text. When none does, the last step with an ellipsis at the end of
 * its last line.
 */
export function fitText(
  text: string,
  {
    width,
    steps,
    measure,
  }: { width: number; steps: readonly [...SizeStep[], SizeStep]; measure: (text: string, size: number) => number },
): { size: number; lines: readonly string[] } {
  for (const { size, lines: most } of steps) {
    const measureHere = (part: string) => measure(part, size)
    const lines = wrapText(text, width, measureHere)
    if (lines.length <= most) return { size, lines: balance(text, lines, width, measureHere) }
  }
  const { size, lines: most } = steps.at(-1) ?? { size: 0, lines: 1 }
  const measureHere = (part: string) => measure(part, size)
  const lines = breakLines(text, width, measureHere)
  const full = lines.slice(0, most - 1).map((line) => line.trimEnd())
  return { size, lines: [...full, clipText(lines.slice(most - 1).join(''), width, measureHere)] }
}
