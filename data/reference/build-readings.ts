/**
 * Writes readings.txt, the pinyin of every common Han character: `node data/reference/build-readings.ts`.
 * The server reads this list because the dictionary (pinyin-pro) takes 48 MB of memory.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pinyin } from 'pinyin-pro'

const FIRST_HAN = 0x4e00
const LAST_HAN = 0x9fff
const READINGS_LIMIT = 3

/** The dictionary writes lü as lv; many people type lu, so both are readings. */
const withPlainU = (reading: string) => (/^[ln]v/.test(reading) ? [reading, reading.replace('v', 'u')] : [reading])

function readingsOf(character: string) {
  const all = pinyin(character, { multiple: true, toneType: 'none', type: 'array', v: true })
  const plain = all.filter((reading) => /^[a-z]+$/.test(reading) && /[aeiouv]/.test(reading))
  return [...new Set(plain.flatMap(withPlainU))].slice(0, READINGS_LIMIT).join(',')
}

/** Readings of U+4E00 to U+9FFF without tones, ü written v. `|` separates characters, a comma readings of one. */
export const collectReadings = (): string =>
  Array.from({ length: LAST_HAN - FIRST_HAN + 1 }, (_, index) =>
    readingsOf(String.fromCharCode(FIRST_HAN + index)),
  ).join('|')

if (import.meta.main) {
  const text = collectReadings()
  writeFileSync(path.join(import.meta.dirname, 'readings.txt'), `${text}\n`)
  console.log(`readings.txt: ${text.split('|').length} characters`)
}
