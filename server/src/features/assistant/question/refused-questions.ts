import * as z from 'zod/mini'
import { type RefusalReason, refusalReasons } from './parsed-question.ts'

const wordList = z.array(z.string().check(z.minLength(1), z.maxLength(40)))

/** One reason to refuse. The first rule of the file that a question meets decides. */
const ruleSchema = z.object({
  reason: z.enum(refusalReasons),
  /** One plain sentence that the user reads. */
  sentence: z.string().check(z.minLength(1), z.maxLength(60)),
  /** The question contains one of them. */
  phrases: wordList,
  /** The question contains one word of each of the two lists of a group, near each other and not as two items of a list. */
  together: z.array(z.tuple([wordList, wordList])),
  /** Harmless phrases that contain one of the words. */
  exceptions: wordList,
})

/** The word lists of refusals (data/assistant/refused-questions.json), which an operator can replace. */
export type RefusalRules = readonly z.infer<typeof ruleSchema>[]

/** @throws Error when the file is not a list of rules, or lacks the sentence of a reason. */
export function parseRefusalRules(json: string): RefusalRules {
  const rules = z.parse(z.array(ruleSchema), JSON.parse(json))
  const missing = refusalReasons.filter((reason) => !rules.some((rule) => rule.reason === reason))
  if (missing.length > 0) throw new Error(`refused questions: no rule for ${missing.join(', ')}`)
  return rules
}

export const refusalSentenceOf = (reason: RefusalReason, rules: RefusalRules): string =>
  rules.find((rule) => rule.reason === reason)?.sentence ?? ''

/** Between the two words, as in 法人的私人电话; 法人和电话, 法人是谁电话多少 are two questions. */
const MOST_BETWEEN = 12
const divided = /[和与及、跟谁啥什哪。;?!,\s]/

function areNear(text: string, [firsts, seconds]: readonly [readonly string[], readonly string[]]): boolean {
  const placesOf = (words: readonly string[]) =>
    words.flatMap((word) => {
      const places: { start: number; end: number }[] = []
      for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
        places.push({ start: at, end: at + word.length })
      }
      return places
    })
  const others = placesOf(seconds)
  return placesOf(firsts).some((one) =>
    others.some((other) => {
      const between = text.slice(Math.min(one.end, other.end), Math.max(one.start, other.start))
      return between.length <= MOST_BETWEEN && !divided.test(between)
    }),
  )
}

/** Matters of life and limb are read in every character, since a full name takes in what stands before it. */
const always: readonly RefusalReason[] = ['selfHarm', 'violence']

/**
 * Reason to refuse the question without looking anything up; null: none. `names` are company names that the search has
 * found, whose characters are no words: 老板电器. `fullNames` end in a legal form, whether or not they exist: 虚构市….
 */
export function findRefusal(
  question: string,
  rules: RefusalRules,
  names: readonly string[] = [],
  fullNames: readonly string[] = [],
): RefusalReason | null {
  const whole = without(question.toLowerCase(), names)
  const outside = without(whole, fullNames)
  for (const { reason, phrases, together, exceptions } of rules) {
    const read = without(always.includes(reason) ? whole : outside, exceptions)
    // Spaces and dots between the characters do not hide a word.
    const joined = read.replace(/[\s.·*_-]/g, '')
    if (phrases.some((phrase) => read.includes(phrase) || joined.includes(phrase))) return reason
    if (together.some((group) => areNear(read, group))) return reason
  }
  return null
}

const without = (text: string, phrases: readonly string[]) =>
  phrases.reduce((rest, phrase) => rest.replaceAll(phrase.toLowerCase(), ' '), text)
