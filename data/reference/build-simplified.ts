/**
 * Writes server/src/domain/names/simplified-pairs.ts: `node data/reference/build-simplified.ts`. The dictionary (OpenCC,
 * by opencc-js) also has phrases, which single characters do not need, and takes 50 ms to load.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { collectSimplified } from './collect-simplified.ts'

const PER_LINE = 100
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
