import { coreName } from '../../../domain/names/company-name.ts'
import { pinyinOf } from '../../../domain/names/pinyin.ts'
import { bigramsOf, termToken } from '../../analysis/company-tokens.ts'
import type { Pronunciation } from '../../analysis/pronunciation.ts'
import { characterTerm, partTerm, type Term, wholeTerm } from '../../analysis/term.ts'
import { typoVariants } from '../../ranking/typo-correction.ts'
import type { SearchClause } from './tier-clauses.ts'

/** One typo changes at most three consecutive bigrams. */
const MOST_SPOILED = 3
/** A typo may leave a keyword up to this length without an intact bigram. */
const LONGEST_SPOILED = 5
/** Score of a short name with one character left out, or one that sounds the same: more than any number of bigrams. */
const CLOSE = 100

const scored = (field: string, tokens: readonly string[], boost: number): SearchClause => ({
  constant_score: { filter: { terms: { [field]: tokens } }, boost },
})

const someOf = (clauses: readonly SearchClause[], least: number): SearchClause => ({
  bool: { should: clauses, minimum_should_match: Math.max(1, least) },
})

/**
 * Companies with a name that may be one typo away, likely ones first: those with the most intact parts of the text. Its legal form
 * is not looked up: nearly every name has it.
 */
export function typoClause(typed: string, { readings }: Pronunciation): SearchClause {
  const core = coreName(typed)
  const close: Term[] = [
    ...typoVariants(typed).map((text) => partTerm('deletion', text)),
    ...pinyinOf(typed, readings).full.map((spelling) => wholeTerm('exactPinyin', spelling)),
  ]
  const bigrams = bigramsOf(core)
  const characters = core.length <= LONGEST_SPOILED ? Array.from(core) : []
  const clauses = [
    { terms: 'terms', texts: 'names' },
    { terms: 'former_terms', texts: 'former_names' },
  ].flatMap((fields) => [
    scored(fields.terms, close.map(termToken), CLOSE),
    someOf(
      bigrams.map((bigram) => scored(fields.texts, [bigram], 1)),
      bigrams.length - MOST_SPOILED,
    ),
    ...(characters.length < 2
      ? []
      : [
          someOf(
            characters.map((one) => scored(fields.terms, [termToken(characterTerm('name', one, 0))], 1)),
            characters.length - 1,
          ),
        ]),
  ])
  return someOf(clauses, 1)
}
