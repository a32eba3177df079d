/** Consecutive groups of digits of a text, as in 138 0000 0000 or 138-0000-0000. */
export type DigitGroups = {
  /** All digits in ASCII; the last may be X. */
  digits: string
  /** Number of digits of each group. */
  lengths: readonly number[]
  /** What stands between the groups. */
  separators: readonly string[]
  /** Whether no further digit stands beside the groups. */
  isWhole: boolean
}

const D = '[0-9０-９]'
/** Signs that people write within one number. Commas and 、 stand between two numbers. */
const SIGN = String.raw`[\s\p{Cf}\p{Pd}−_.．·•・‧/／|()（）\[\]【】~～=]`
/** Longest distance of two groups. */
const GAP = 3
const run = new RegExp(`[+＋]?${D}(?:${SIGN}{0,${GAP}}${D})*[XxＸｘ]?`, 'gu')
const group = new RegExp(`${D}+[XxＸｘ]?`, 'gu')
/** A card number with a country code, and one digit more. */
const MOST_DIGITS = 24

/** Digits of a mobile number, and of the shortest identity or card number. */
const MOBILE = 11
const IDENTITY = 15

const inAscii = (digits: string) => digits.normalize('NFKC').toUpperCase()

/**
 * Replaces digits, alone or in groups: `replace` sees each sequence of neighbouring groups that has the digits of a mobile
 * number or more, and returns null to leave it.
 * Shorter sequences come first. A leading + belongs to its sequence.
 */
export const replaceDigitGroups = (text: string, replace: (groups: DigitGroups) => string | null): string =>
  text.replace(run, (written) => replaceInRun(written, replace))

type Piece = { digits: string; start: number; end: number }

function replaceInRun(written: string, replace: (groups: DigitGroups) => string | null): string {
  const pieces = [...written.matchAll(group)].map(({ 0: piece, index }): Piece => {
    return { digits: inAscii(piece), start: index, end: index + piece.length }
  })
  let replaced = ''
  let copied = 0
  for (let from = 0; from < pieces.length; ) {
    const found = firstReplacement(written, pieces, from, replace)
    if (found === null) {
      from += 1
      continue
    }
    replaced += written.slice(copied, from === 0 ? 0 : pieces[from]?.start) + found.text
    copied = found.end
    from = found.next
  }
  return copied === 0 ? written : replaced + written.slice(copied)
}

function firstReplacement(
  written: string,
  pieces: readonly Piece[],
  from: number,
  replace: (groups: DigitGroups) => string | null,
) {
  let digits = ''
  const lengths: number[] = []
  const separators: string[] = []
  for (let at = from; at < pieces.length; at += 1) {
    const piece = pieces[at]
    const before = pieces[at - 1]
    if (piece === undefined) return null
    if (before !== undefined && at > from) separators.push(written.slice(before.end, piece.start))
    digits += piece.digits
    lengths.push(piece.digits.length)
    if (digits.length > MOST_DIGITS && at > from) return null
    if (digits.length < MOBILE) continue
    const isWhole = from === 0 && at === pieces.length - 1
    const text = replace({ digits, lengths, separators, isWhole })
    if (text !== null) return { text, end: piece.end, next: at + 1 }
    if (!digits.endsWith('X')) continue
    // The letter may belong to the text that follows.
    const bare = { digits: digits.slice(0, -1), lengths: [...lengths.slice(0, -1), piece.digits.length - 1] }
    const withoutX = replace({ ...bare, separators, isWhole })
    if (withoutX !== null) return { text: withoutX, end: piece.end - 1, next: at + 1 }
  }
  return null
}

/** Whether the same sign stands between all groups. */
export const hasOneSeparator = ({ separators }: DigitGroups): boolean =>
  separators.every((one) => one === separators[0])

/** Value of a digit in ASCII or full width; -1 for any other character. */
const digitAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  return code >= 0xff10 && code <= 0xff19 ? code - 0xff10 : -1
}

/** Whether a character may stand between two digits of one number. Includes all of `SIGN`, and more. */
function isSign(code: number): boolean {
  if (code < 0x80) {
    const isLetter = (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
    // Quotation marks, commas, colons and semicolons.
    return !isLetter && code !== 0x22 && code !== 0x27 && code !== 0x2c && code !== 0x3a && code !== 0x3b
  }
  return !(code >= 0x3400 && code <= 0x9fff) && code !== 0xff0c && code !== 0x3001 && code !== 0xff1a && code !== 0xff1b
}

/** Longest distance of two groups in UTF-16 units. */
const GAP_UNITS = 2 * GAP

/**
 * Whether a text has the digits of a mobile number in a row, or those of an identity or card number. Runs over every
 * answer as JSON, where a line end is a backslash and a letter.
 */
export function hasManyDigits(text: string): boolean {
  if (text.length < MOBILE) return false
  let count = 0
  /** Digits from the first 1 with 3 to 9 after it. */
  let ofMobile = 0
  let previous = -1
  let gap = 0
  for (let at = 0; at < text.length; at += 1) {
    const digit = digitAt(text, at)
    if (digit === -1) {
      if (count === 0) continue
      const code = text.charCodeAt(at)
      const isEscape = code === 0x5c && /[nrt]/.test(text.charAt(at + 1))
      if (isEscape) at += 1
      gap += 1
      if (gap <= GAP_UNITS && (isEscape || isSign(code))) continue
      count = 0
      ofMobile = 0
      previous = -1
      gap = 0
      continue
    }
    gap = 0
    count += 1
    if (ofMobile > 0) ofMobile += 1
    else if (previous === 1 && digit >= 3) ofMobile = 2
    if (count >= IDENTITY || ofMobile >= MOBILE) return true
    previous = digit
  }
  return false
}
