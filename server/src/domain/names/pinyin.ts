/** Readings of a Han character without tones, ü written v; empty for other characters. */
export type Readings = (character: string) => readonly string[]

/** Most spellings of one text; polyphones would multiply them. */
const SPELLINGS_LIMIT = 16
/** Longer texts are not spelled as a whole; search matches their syllables in sequence. */
const SPELLED_LENGTH = 6

/**
 * Sounds of each character: its readings, or the character itself for a Latin letter or digit. null when a character
 * has no sound.
 */
export function soundsOf(key: string, readings: Readings): (readonly string[])[] | null {
  const sounds: (readonly string[])[] = []
  for (const character of key) {
    const known = readings(character)
    if (known.length > 0) sounds.push(known)
    else if (/[a-z0-9]/.test(character)) sounds.push([character])
    else return null
  }
  return sounds
}

/** The first sixteen combinations of one sound per character. */
export function spell<Spelling>(
  sounds: readonly (readonly string[])[],
  nothing: Spelling,
  append: (begun: Spelling, sound: string) => Spelling,
): Spelling[] {
  let spellings = [nothing]
  for (const options of sounds) {
    const longer: Spelling[] = []
    for (const begun of spellings) {
      for (const option of options) if (longer.length < SPELLINGS_LIMIT) longer.push(append(begun, option))
    }
    spellings = longer
  }
  return spellings
}

const firstLetters = (options: readonly string[]) => {
  const [only] = options
  return options.length === 1 && only !== undefined
    ? [only.charAt(0)]
    : [...new Set(options.map((option) => option.charAt(0)))]
}
/** Initial letters of the sounds of each character. */
export const initialsOf = (sounds: readonly (readonly string[])[]): string[][] => sounds.map(firstLetters)

const hasHan = /\p{Script=Han}/u

/** Sounds of a text that is short enough to be spelled whole; null otherwise. */
export const spelledSounds = (key: string, readings: Readings): (readonly string[])[] | null =>
  key.length > SPELLED_LENGTH || !hasHan.test(key) ? null : soundsOf(key, readings)

const join = (begun: string, sound: string) => begun + sound

/** Spellings of `key` in Latin letters, whole and by initials: biyadi and byd for 比亚迪. */
export function pinyinOf(key: string, readings: Readings): { full: string[]; initials: string[] } {
  const sounds = spelledSounds(key, readings)
  if (sounds === null) return { full: [], initials: [] }
  return { full: spell(sounds, '', join), initials: sounds.length < 2 ? [] : spell(initialsOf(sounds), '', join) }
}

/** Letters split into syllables. `tail`: start of the last, incomplete syllable; empty when there is none. */
export type Syllables = { whole: readonly string[]; tail: string }

const CUTS_LIMIT = 16
const LONGEST_SYLLABLE = 6

/** All syllables, and all beginnings of syllables. */
export type SyllableTable = { isSyllable: (text: string) => boolean; beginsSyllable: (text: string) => boolean }

export function syllableTable(syllables: Iterable<string>): SyllableTable {
  const whole = new Set(syllables)
  const begun = new Set([...whole].flatMap((syllable) => Array.from(syllable, (_, at) => syllable.slice(0, at + 1))))
  return { isSyllable: (text) => whole.has(text), beginsSyllable: (text) => begun.has(text) }
}

/** Splits `letters` into syllables in at most sixteen ways, longest syllables first. */
export function cutIntoSyllables(letters: string, { isSyllable, beginsSyllable }: SyllableTable): Syllables[] {
  const cuts: Syllables[] = []
  const begun: string[] = []
  // Positions that cannot be split, so that adversarial input costs linear time.
  const dead = new Set<number>()

  const walk = (at: number): boolean => {
    if (cuts.length >= CUTS_LIMIT) return true
    if (at === letters.length) return cuts.push({ whole: [...begun], tail: '' }) > 0
    if (dead.has(at)) return false
    let found = false
    for (let length = Math.min(LONGEST_SYLLABLE, letters.length - at); length > 0; length -= 1) {
      const syllable = letters.slice(at, at + length)
      if (!isSyllable(syllable)) continue
      begun.push(syllable)
      found = walk(at + length) || found
      begun.pop()
    }
    if (at > 0 && beginsSyllable(letters.slice(at, at + LONGEST_SYLLABLE + 1))) {
      cuts.push({ whole: [...begun], tail: letters.slice(at) })
      found = true
    }
    if (!found) dead.add(at)
    return found
  }

  walk(0)
  return cuts.slice(0, CUTS_LIMIT)
}

/**
 * Finds the syllables in a sequence of sounds; returns a half-open range of characters, or null. A single complete
 * syllable is searched only at the start, because it would match too much elsewhere.
 */
export function findSyllables(
  sounds: readonly (readonly string[])[],
  { whole, tail }: Syllables,
): readonly [number, number] | null {
  const length = whole.length + (tail === '' ? 0 : 1)
  const lastStart = whole.length === 1 ? 0 : sounds.length - length
  for (let start = 0; start <= lastStart && start + length <= sounds.length; start += 1) {
    const matchesWhole = whole.every((syllable, index) => sounds[start + index]?.includes(syllable))
    if (!matchesWhole) continue
    if (tail === '' || sounds[start + length - 1]?.some((sound) => sound.startsWith(tail)))
      return [start, start + length]
  }
  return null
}

/** Finds consecutive characters with these initials; returns a half-open range of characters, or null. */
export function findInitials(
  sounds: readonly (readonly string[])[],
  letters: string,
): readonly [number, number] | null {
  for (let start = 0; start + letters.length <= sounds.length; start += 1) {
    let matched = 0
    while (
      matched < letters.length &&
      sounds[start + matched]?.some((sound) => sound.startsWith(letters.charAt(matched)))
    )
      matched += 1
    if (matched === letters.length) return [start, start + matched]
  }
  return null
}

export function sharesReading(a: string, b: string, readings: Readings): boolean {
  const others = readings(b)
  return readings(a).some((reading) => others.includes(reading))
}
