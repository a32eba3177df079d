const unseen = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\p{Cs}]/gu

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The text with control and bidirectional characters as \uXXXX, so that it cannot change what a terminal shows. */
export const visibleText = (text: string): string => text.replaceAll(unseen, escaped)

/** JSON of several lines that a terminal shows as it is stored. */
export const visibleJson = (value: unknown): string =>
  (JSON.stringify(value, null, 2) ?? 'null').split('\n').map(visibleText).join('\n')
