import { type Readings, type SyllableTable, syllableTable } from '../domain/pinyin.ts'

const FIRST_HAN = 0x4e00
const LAST_HAN = 0x9fff
const READINGS_LIMIT = 3

/**
 * Readings of every common Han character as one text, kept in the index file: the dictionary itself takes 48 MB of
 * memory, which only the building of an index can afford.
 */
export async function collectReadings(): Promise<string> {
  const { pinyin } = await import('pinyin-pro')
  const readingsOf = (character: string) => {
    const all = pinyin(character, { multiple: true, toneType: 'none', type: 'array', v: true })
    const plain = all.filter((reading) => /^[a-z]+$/.test(reading) && /[aeiouv]/.test(reading))
    return [...new Set(plain.flatMap(withPlainU))].slice(0, READINGS_LIMIT).join(',')
  }
  const count = LAST_HAN - FIRST_HAN + 1
  return Array.from({ length: count }, (_, index) => readingsOf(String.fromCharCode(FIRST_HAN + index))).join('|')
}

/** lv is what the dictionary writes and lu what many type. */
const withPlainU = (reading: string) => (/^[ln]v/.test(reading) ? [reading, reading.replace('v', 'u')] : [reading])

/** The text of `collectReadings`, ready to be asked. */
export function openReadings(text: string): { readings: Readings; syllables: SyllableTable } {
  const byCharacter = text.split('|').map((readings) => (readings === '' ? [] : readings.split(',')))
  const none: readonly string[] = []
  return {
    readings: (character) => byCharacter[character.charCodeAt(0) - FIRST_HAN] ?? none,
    syllables: syllableTable(byCharacter.flat()),
  }
}
