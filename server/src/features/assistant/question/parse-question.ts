import type { Industries } from '../../../domain/company/industries.ts'
import type { Regions } from '../../../domain/company/regions.ts'
import { type Clause, clausesOf } from './clause.ts'
import { findStretches, isPartOfName, mentionsOf, type Stretch } from './find-mentions.ts'
import { findPerson } from './find-person.ts'
import { readClause } from './intents.ts'
import { lexiconOf } from './lexicon.ts'
import { normaliseQuestion } from './normalise-question.ts'
import { emptyPart, type Intent, type Mention, type ParsedQuestion, type QuestionPart } from './parsed-question.ts'
import { findRefusal, type RefusalRules } from './refused-questions.ts'
import { isFullName, type Token, tokenise } from './tokens.ts'

export type ParseOptions = {
  /** YYYY-MM-DD. */
  today: string
  regions: Regions
  industries: Industries
  refusalRules: RefusalRules
  /** Whether the question was opened from a company page. */
  opensOnCompany: boolean
  /**
   * Names that the search has found in the question. Their characters are no words then: a second parse reads 老板电器 as a
   * name, where the first saw 老板.
   */
  names?: readonly string[]
}

/** Most mentions and parts of a question, so that it costs few searches and calls. */
export const MOST_MENTIONS = 24
export const MOST_PARTS = 4

/** Intents that need no company. */
const withoutCompany: readonly Intent[] = ['count', 'list', 'explanation', 'howTo', 'unknown']

/** Reads a question. Pure: the search resolves its mentions afterwards (`choose-companies.ts`). */
export function parseQuestion(question: string, options: ParseOptions): ParsedQuestion {
  const { today, regions, industries, refusalRules, opensOnCompany, names = [] } = options
  const text = normaliseQuestion(question)
  const tokens = tokenise(text, today, lexiconOf(regions, industries), names)
  const stretches = findStretches(tokens)
  const fullNames = tokens.flatMap((token) => (token.type === 'name' && isFullName(token.text) ? [token.text] : []))
  const person = findPerson(text, stretches)
  const partOfName = new Set(tokens.filter((_, at) => isPartOfName(tokens, at)))
  const clauses = clausesOf(text, tokens, withoutPerson(stretches, person?.name ?? null), (token) =>
    partOfName.has(token),
  )
  const parts = clauses.flatMap((clause, at) =>
    readClause(clause, {
      today,
      opensOnCompany,
      namedBefore: Math.max(0, ...clauses.slice(0, at).map(({ names: count }) => count)),
      person: person?.name ?? null,
    }).map((draft) => ({ ...emptyPart, start: clause.start, end: clause.end, ...draft })),
  )
  const merged = mergeFacts(parts, clauses).slice(0, MOST_PARTS)
  const isAboutCompanies = merged.some(({ intent }) => !withoutCompany.includes(intent))
  const mentions = isAboutCompanies ? readMentions(text, tokens, stretches, merged, person).slice(0, MOST_MENTIONS) : []
  const refers = tokens.some(({ cue }) => cue.refers === true)
  const repeatsEarlier = mentions.length > 0 && isRepetition(text, tokens)
  return {
    refusal: findRefusal(text, refusalRules, names, fullNames) ?? futureOf(merged, today),
    mentions,
    refersBack: isAboutCompanies && (refers || mentions.length === 0 || comparesWithEarlier(merged, clauses)),
    repeatsEarlier,
    parts: merged,
  }
}

/** Records of a time to come: 2030年的处罚有几条. */
const futureOf = (parts: readonly QuestionPart[], today: string) =>
  parts.some(
    ({ intent, days }) =>
      (intent === 'records' || intent === 'newest' || intent === 'riskOverview' || intent === 'changes') &&
      days?.from != null &&
      days.from > today,
  )
    ? ('forecast' as const)
    : null

/** The person is no company: 王传福在比亚迪担任什么职务. */
const withoutPerson = (stretches: readonly Stretch[], name: string | null): Stretch[] =>
  name === null ? [...stretches] : stretches.filter(({ text }) => text !== name)

const comparesWithEarlier = (parts: readonly QuestionPart[], clauses: readonly Clause[]) =>
  parts.some(({ intent }) => intent === 'comparison') && clauses.reduce((sum, { names }) => sum + names, 0) === 1

function readMentions(
  text: string,
  tokens: readonly Token[],
  stretches: readonly Stretch[],
  parts: readonly QuestionPart[],
  person: { name: string; start: number } | null,
): Mention[] {
  const companyParts = parts.filter(({ intent }) => !withoutCompany.includes(intent))
  const used = stretches.filter(({ start, end }) => companyParts.some((part) => part.start <= start && end <= part.end))
  // 深圳的比亚迪: the place is no name.
  const isPlaceWord = (start: number, end: number) =>
    tokens.some((token) => token.cue.regions !== undefined && token.start === start && token.end === end)
  /** Before 的 and a word of the grammar, or an item of a list. */
  const isInPlace = (start: number, end: number) =>
    isPlaceWord(start, end)
      ? false
      : text.charAt(end) === '、' ||
        text.charAt(start - 1) === '、' ||
        (text.charAt(end) === '的' &&
          tokens.some(
            (token) => token.start > end && (token.cue.facts ?? token.cue.kinds ?? token.cue.uncollected) !== undefined,
          ))
  const all = used.flatMap((stretch) => mentionsOf(stretch, isInPlace))
  if (person === null) return all
  const isPerson = (mention: Mention) =>
    mention.start < person.start + person.name.length && person.start < mention.start + mention.text.length
  const others = all.filter((mention) => !isPerson(mention))
  // A person alone may also be a company whose name resembles one: 万科.
  return others.length > 0 ? others : all
}

/** 那比亚迪呢, 换成宁德时代. */
function isRepetition(text: string, tokens: readonly Token[]): boolean {
  const states = tokens.some(
    ({ cue }) =>
      cue.facts !== undefined ||
      cue.kinds !== undefined ||
      cue.uncollected !== undefined ||
      cue.compares === true ||
      (cue.intent !== undefined && cue.intent !== 'facts'),
  )
  return !states && /(?:呢|又如何|又怎么样)[?。!]?$|^(?:那|那么|换成|换|再看看|再查|再看|同样|还有|如果是)/u.test(text)
}

/** 法人是谁,注册资本多少: facts of clauses that name no other company are one part. */
function mergeFacts(parts: readonly QuestionPart[], clauses: readonly Clause[]): QuestionPart[] {
  const merged: QuestionPart[] = []
  for (const part of parts) {
    const last = merged.at(-1)
    const own = clauses.find(({ start }) => start === part.start)
    const isOther = (own?.names ?? 0) > 0
    if (last?.intent === 'facts' && part.intent === 'facts' && !isOther && last.person === part.person) {
      merged[merged.length - 1] = {
        ...last,
        end: part.end,
        facts: [...new Set([...last.facts, ...part.facts])],
        kinds: [...new Set([...last.kinds, ...part.kinds])],
        uncollected: [...new Set([...last.uncollected, ...part.uncollected])],
        premise: last.premise ?? part.premise,
        term: last.term ?? part.term,
        days: last.days ?? part.days,
      }
    } else if (part.intent !== 'unknown' || parts.length === 1) merged.push(part)
  }
  return merged.length === 0 ? [{ ...emptyPart, end: parts.at(-1)?.end ?? 0 }] : merged
}
