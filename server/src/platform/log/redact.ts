/** A shorter text would hide letters of the message itself. */
const MIN_LENGTH = 2

/** All texts within a parsed query or body. */
export function allTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(allTexts) : []
}

/** Returns the text without the given ones. The longest goes first: a text may be a part of another one. */
export const withoutTexts = (text: string, texts: readonly string[]): string =>
  texts
    .filter(({ length }) => length >= MIN_LENGTH)
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, next) => rest.replaceAll(next, '[redacted]'), text)
