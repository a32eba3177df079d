// Control characters that JSON does not escape, line separators and bidirectional control characters. In a terminal they
// can hide or forge log lines.
const unsafeCharacters = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Escapes these characters in a line of JSON. The parsed value stays the same. */
export const escapeUnsafeCharacters = (jsonLine: string) =>
  jsonLine.replace(unsafeCharacters, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

const controlCharacters = /\p{Cc}/gu

/** Text of a person as one line for a terminal: no control or bidirectional character takes effect. */
export const escapeForTerminal = (text: string) =>
  escapeUnsafeCharacters(text).replace(
    controlCharacters,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
