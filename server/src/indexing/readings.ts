import { readFileSync } from 'node:fs'
import { type Readings, type SyllableTable, syllableTable } from '../domain/pinyin.ts'

const FIRST_HAN = 0x4e00
/** Made by data/reference/build-readings.ts. Another list means other terms: raise FORMAT_VERSION with it. */
const file = new URL('../../../data/reference/readings.txt', import.meta.url)
const lettersAndDigits = Array.from('abcdefghijklmnopqrstuvwxyz0123456789')

/** How characters sound. */
export type Pronunciation = {
  readings: Readings
  syllables: SyllableTable
  /** Every syllable, letter and digit has a number from 1; 0 for anything else. */
  numberOf: (syllable: string) => number
  /** Numbers of everything that begins like this. */
  numbersFrom: (beginning: string) => readonly number[]
  /** Numbers of the sounds of the character with this code unit; empty where it cannot be spelled. */
  numbersOf: (unit: number) => readonly number[]
  /** Code units of the letters its sounds begin with, each once. */
  lettersOf: (unit: number) => readonly number[]
}

const none: readonly never[] = []

export function loadReadings(): Pronunciation {
  const byCharacter = readFileSync(file, 'utf8')
    .trimEnd()
    .split('|')
    .map((readings) => (readings === '' ? none : readings.split(',')))
  const readings: Readings = (character) => byCharacter[character.charCodeAt(0) - FIRST_HAN] ?? none
  const sounds = [...new Set([...byCharacter.flat(), ...lettersAndDigits])].sort()
  const numbers = new Map(sounds.map((sound, at) => [sound, at + 1]))
  const numberOf = (syllable: string) => numbers.get(syllable) ?? 0

  const numbersByUnit = new Map<number, readonly number[]>()
  const lettersByUnit = new Map<number, readonly number[]>()
  for (const letter of lettersAndDigits) {
    numbersByUnit.set(letter.charCodeAt(0), [numberOf(letter)])
    lettersByUnit.set(letter.charCodeAt(0), [letter.charCodeAt(0)])
  }
  byCharacter.forEach((spoken, at) => {
    if (spoken.length === 0) return
    numbersByUnit.set(FIRST_HAN + at, spoken.map(numberOf))
    lettersByUnit.set(FIRST_HAN + at, [...new Set(spoken.map((sound) => sound.charCodeAt(0)))])
  })
  return {
    readings,
    syllables: syllableTable(byCharacter.flat()),
    numberOf,
    numbersFrom: (beginning) => sounds.flatMap((sound, at) => (sound.startsWith(beginning) ? [at + 1] : [])),
    numbersOf: (unit) => numbersByUnit.get(unit) ?? none,
    lettersOf: (unit) => lettersByUnit.get(unit) ?? none,
  }
}
