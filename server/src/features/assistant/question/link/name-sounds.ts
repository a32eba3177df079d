import {
  cutIntoSyllables,
  type Readings,
  type SyllableTable,
  soundsOf,
  spell,
} from '../../../../domain/names/pinyin.ts'
import { memoize } from '../../../../platform/cache.ts'
import { createYielder } from '../../../../search/refresh/yield-to-event-loop.ts'
import type { NameTable } from './name-table.ts'

export type Pronounced = { readings: Readings; syllables: SyllableTable }

/** Characters of the longest names that are found by their sound. */
export const LONGEST_SOUND = 10

/** Many speakers pronounce zh as z, and ing as in. */
const folded = memoize((sound) => `${sound.replace(/^([zcs])h/, '$1').replace(/ng$/, 'n')} `, 1_000)
const join = (begun: string, sound: string) => begun + folded(sound)

/** Texts that sound alike have a spelling in common; a text with polyphones has several. */
const spellingsOf = (text: string, readings: Readings): Set<string> =>
  new Set(spell(soundsOf(text, readings) ?? [], '', join).filter((spelling) => spelling !== ''))

/** Whether half of the characters or more are the same. */
export const sharesMost = (typed: string, name: string): boolean =>
  typed.length === name.length &&
  Array.from(typed).filter((one, at) => one === name.charAt(at)).length * 2 >= typed.length

export type Sounds = {
  /** Texts that sound like a text; itself, too. */
  like(text: string): string[]
  /** Texts that letters spell. */
  spelledAs(letters: string): string[]
}

function createSounds({ readings, syllables }: Pronounced): Sounds & { add(text: string): void } {
  const bySpelling = new Map<string, string[]>()
  const find = (spelling: string) => bySpelling.get(spelling) ?? []
  return {
    add(text) {
      for (const spelling of spellingsOf(text, readings)) {
        const known = bySpelling.get(spelling)
        if (known === undefined) bySpelling.set(spelling, [text])
        else known.push(text)
      }
    },
    like: (text) => [...new Set([...spellingsOf(text, readings)].flatMap(find))],
    spelledAs(letters) {
      const cuts = cutIntoSyllables(letters, syllables).filter(({ whole, tail }) => tail === '' && whole.length > 1)
      const found = cuts.flatMap(({ whole }) =>
        find(whole.reduce(join, '')).filter((text) =>
          whole.every((one, at) => readings(text.charAt(at)).includes(one)),
        ),
      )
      return [...new Set(found)]
    },
  }
}

export function soundsOver(texts: Iterable<string>, pronounced: Pronounced): Sounds {
  const sounds = createSounds(pronounced)
  for (const text of texts) sounds.add(text)
  return sounds
}

async function soundsOfKeys({ comparedKeys }: NameTable, pronounced: Pronounced): Promise<Sounds> {
  const yielder = createYielder(new AbortController().signal)
  const sounds = createSounds(pronounced)
  for (const key of comparedKeys) {
    if (key.length <= LONGEST_SOUND) sounds.add(key)
    if (yielder.shouldYield()) await yielder.yieldNow()
  }
  return sounds
}

/** Most questions name their company, so the names are spelled when the first one does not. */
const cache = new WeakMap<NameTable, Promise<Sounds>>()

/** The sounds of the names of a table. Yields to the event loop. */
export function soundsOfNames(table: NameTable, pronounced: Pronounced): Promise<Sounds> {
  const known = cache.get(table)
  if (known !== undefined) return known
  const sounds = soundsOfKeys(table, pronounced)
  cache.set(table, sounds)
  return sounds
}

/** Words in pinyin that one name may have. */
const MOST_WORDS = 4

/** Latin words of a text, and neighbours joined, as zhibang jiaju; the most words first. */
export function pinyinStretches(text: string): { start: number; end: number; letters: string }[] {
  const lower = text.toLowerCase()
  const words = [...lower.matchAll(/[a-z]+/g)].map(({ 0: word, index }) => ({ start: index, end: index + word.length }))
  const stretches: { start: number; end: number; letters: string }[] = []
  for (let count = MOST_WORDS; count > 0; count -= 1) {
    words.forEach(({ start }, at) => {
      const end = words[at + count - 1]?.end ?? start
      const stretch = lower.slice(start, end)
      if (/^[a-z]+(?: [a-z]+)*$/.test(stretch)) stretches.push({ start, end, letters: stretch.replaceAll(' ', '') })
    })
  }
  return stretches
}
