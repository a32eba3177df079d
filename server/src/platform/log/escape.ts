// Control characters beyond those JSON escapes, line separators, and characters that turn the direction of text:
// in a terminal they can hide or forge what a line says.
const unsafeCharacters = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g

/** A line of JSON with every such character as its escape. The line means the same. */
export const escapeUnsafeCharacters = (jsonLine: string) =>
  jsonLine.replace(unsafeCharacters, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
