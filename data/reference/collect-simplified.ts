import { Converter } from 'opencc-js/t2cn'

const LAST_CODE_POINT = 0x10ffff
const simplify = Converter({ from: 't', to: 'cn' })

/** Simplifies as name comparison does. Two passes, because 薴 becomes 苧 and 苧 becomes 苎. */
export const simplifiedByDictionary = (text: string) => simplify(simplify(text))

/** Yields every code point but surrogates as a string. */
export function* everyCharacter(): Generator<string> {
  for (let codePoint = 0; codePoint <= LAST_CODE_POINT; codePoint += 1) {
    if (codePoint < 0xd800 || codePoint > 0xdfff) yield String.fromCodePoint(codePoint)
  }
}

/** Traditional characters in code point order, each followed by its simplified form. */
export function collectSimplified(): string {
  let pairs = ''
  for (const character of everyCharacter()) {
    const simplified = simplifiedByDictionary(character)
    if (simplified !== character) pairs += character + simplified
  }
  return pairs
}
