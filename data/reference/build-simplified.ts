/**
 * Writes server/src/domain/names/simplified-pairs.ts: `node data/reference/build-simplified.ts`. The dictionary (OpenCC,
 * by opencc-js) also has phrases, which single characters do not need, and takes 50 ms to load.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { Converter } from 'opencc-js/t2cn'

const PER_LINE = 100
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

if (import.meta.main) {
  const characters = Array.from(collectSimplified())
  const lines = Array.from({ length: Math.ceil(characters.length / PER_LINE) }, (_, line) =>
    characters.slice(line * PER_LINE, (line + 1) * PER_LINE).join(''),
  )
  const file = path.join(import.meta.dirname, '../../server/src/domain/names/simplified-pairs.ts')
  const head =
    '/** Made by data/reference/build-simplified.ts: traditional characters, each followed by the simplified one. */'
  writeFileSync(
    file,
    `${head}\nexport const simplifiedPairs = [\n${lines.map((line) => `  '${line}',\n`).join('')}].join('')\n`,
  )
  console.log(`simplified-pairs.ts: ${characters.length / 2} characters`)
}
