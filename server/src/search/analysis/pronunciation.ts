import { readFileSync } from 'node:fs'
import { type Readings, type SyllableTable, syllableTable } from '../../domain/names/pinyin.ts'

const FIRST_HAN = 0x4e00
/**
 * Written by data/reference/build-readings.ts. Terms contain numbers derived from this list: raise FORMAT_VERSION when
 * it changes.
 */
const file = new URL('../../../../data/reference/readings.txt', import.meta.url)
const lettersAndDigits = Array.from('abcdefghijklmnopqrstuvwxyz0123456789')

/** The readings of characters, and numbers for syllables that fit into terms. */
export type Pronunciation = {
  readings: Readings
  syllables: SyllableTable
  /** From 1, for every syllable, letter and digit; 0 for anything else. */
  numberOf: (syllable: string) => number
  /** Numbers of all syllables that start like this. */
  numbersFrom: (beginning: string) => readonly number[]
  /** Numbers of the readings of the character with this code unit; empty when it has none. */
  numbersOf: (unit: number) => readonly number[]
  /** Code units of the initials of its readings, each once. */
  lettersOf: (unit: number) => readonly number[]
}

/** Characters with the same readings share one object. */
type Sounds = { readings: readonly string[]; numbers: readonly number[]; letters: readonly number[] }

const noSounds: Sounds = { readings: [], numbers: [], letters: [] }

function readPronunciation(): Pronunciation {
  const texts = readFileSync(file, 'utf8').trimEnd().split('|')
  const distinct = [...new Set(texts)].filter((text) => text !== '')
  const syllables = new Set(distinct.flatMap((text) => text.split(',')))
  const sounds = [...new Set([...syllables, ...lettersAndDigits])].sort()
  const numbers = new Map(sounds.map((sound, at) => [sound, at + 1]))
  const numberOf = (syllable: string) => numbers.get(syllable) ?? 0
  const soundsOf = (readings: readonly string[]): Sounds => ({
    readings,
    numbers: readings.map(numberOf),
    letters: [...new Set(readings.map((reading) => reading.charCodeAt(0)))],
  })

  const byText = new Map(distinct.map((text) => [text, soundsOf(text.split(','))]))
  const byCharacter = texts.map((text) => byText.get(text) ?? noSounds)
  const byLetter = new Map(lettersAndDigits.map((letter) => [letter.charCodeAt(0), soundsOf([letter])]))
  const ofUnit = (unit: number) => byCharacter[unit - FIRST_HAN] ?? byLetter.get(unit) ?? noSounds

  return {
    readings: (character) => (byCharacter[character.charCodeAt(0) - FIRST_HAN] ?? noSounds).readings,
    syllables: syllableTable(syllables),
    numberOf,
    numbersFrom: (beginning) => sounds.flatMap((sound, at) => (sound.startsWith(beginning) ? [at + 1] : [])),
    numbersOf: (unit) => ofUnit(unit).numbers,
    lettersOf: (unit) => ofUnit(unit).letters,
  }
}

let loaded: Pronunciation | undefined

/** Reads the list once per thread: it takes 10 ms, and nothing changes the result. */
export function loadPronunciation(): Pronunciation {
  loaded ??= readPronunciation()
  return loaded
}
