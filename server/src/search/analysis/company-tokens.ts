import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import { searchKey } from '../../domain/names/company-name.ts'
import { factTermsOf, LONGEST_WORD_START, nameTermsOf } from './company-terms.ts'
import { longFactsOf, longTextOf, longTextWords } from './hit-ranges.ts'
import type { Pronunciation } from './pronunciation.ts'
import { type SearchDocument, searchDocumentFrom, shortNamesOf } from './search-document.ts'
import type { Term } from './term.ts'

/** Tokens of a company for a search server, which needs no analysis of its own: it separates them at spaces. */
export type CompanyTokens = {
  /** Tokens of facts and of names in use. */
  terms: string
  /** The same of former names. */
  former_terms: string
  /** Bigrams of the names in use, of each also without its leading region; the first one is also marked as the start. */
  names: readonly string[]
  former_names: readonly string[]
  /** Bigrams of the pieces between punctuation marks. */
  scope: readonly string[]
  address: readonly string[]
}

/** A term as a token of the whitespace analyser. */
export const termToken = (term: Term): string => term.toString(36)

/** Tokens without a term in segments; there the record decides. */
export const textTokens = {
  legalRepresentative: (key: string) => `l:${key}`,
  member: (key: string) => `m:${key}`,
  /** An English name that starts like this. */
  englishStart: (key: string) => `e:${key.slice(0, LONGEST_WORD_START)}`,
  /** A short name with these two characters in this order. */
  inOrder: (one: string, other: string) => `o:${one}${other}`,
}

/** The bigrams of a text; a text of one character is its own. */
export function bigramsOf(text: string): string[] {
  const characters = Array.from(text)
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`)
}

/** The first bigram of a name. */
export const startToken = (bigram: string): string => `^${bigram}`

export function companyTokensOf(company: IndexableCompany, pronunciation: Pronunciation): CompanyTokens {
  const record = searchDocumentFrom(company)
  const [current, former] = inUseAndFormer(record)
  const longFacts = longFactsOf(longTextOf(company))
  const piecesOf = (wanted: 'scope' | 'address') =>
    longFacts
      .filter(({ field }) => field === wanted)
      .flatMap(({ text }) => longTextWords(text))
      .map((piece) => bigramsOf(piece).join(' '))
      .filter((piece) => piece !== '')
  const facts = [...tokensOf(factTermsOf(company, record)), ...personTokens(record)]
  return {
    terms: [...facts, ...nameTokens(current, pronunciation)].join(' '),
    former_terms: nameTokens(former, pronunciation).join(' '),
    names: textsOf(current),
    former_names: textsOf(former),
    scope: piecesOf('scope'),
    address: piecesOf('address'),
  }
}

const tokensOf = (terms: readonly Term[]) => [...new Set(terms)].map(termToken)

/** The record with its names in use, and with its former names, which are its last ones. */
function inUseAndFormer(record: SearchDocument): [SearchDocument, SearchDocument] {
  const first = record.names.findIndex(({ field }) => field === 'formerName' || field === 'formerShortName')
  const end = first < 0 ? record.names.length : first
  const between = (from: number, to: number) => {
    const part = (brands: SearchDocument['brands']) =>
      brands.filter(({ name }) => name >= from && name < to).map((brand) => ({ ...brand, name: brand.name - from }))
    return {
      ...record,
      names: record.names.slice(from, to),
      brands: part(record.brands),
      shortenedNames: part(record.shortenedNames),
      tradeNames: part(record.tradeNames),
    }
  }
  return [between(0, end), { ...between(end, record.names.length), englishNames: [] }]
}

const personTokens = ({ legalRepresentative, members }: SearchDocument) => [
  ...(legalRepresentative === null ? [] : [textTokens.legalRepresentative(searchKey(legalRepresentative))]),
  ...members.map((name) => textTokens.member(searchKey(name))),
]

const nameTokens = (record: SearchDocument, pronunciation: Pronunciation) => [
  ...tokensOf(nameTermsOf(record, pronunciation)),
  ...new Set(shortNamesOf(record).flatMap(({ key }) => pairsInOrder(Array.from(key)))),
  ...new Set(record.englishNames.flatMap((name) => startsOf(searchKey(name)).map(textTokens.englishStart))),
]

const pairsInOrder = (characters: readonly string[]) =>
  characters.flatMap((one, at) => characters.slice(at + 1).map((other) => textTokens.inOrder(one, other)))

const startsOf = (key: string) =>
  Array.from({ length: Math.min(key.length, LONGEST_WORD_START) }, (_, at) => key.slice(0, at + 1))

const textsOf = ({ names }: SearchDocument) =>
  names.flatMap(({ key, start }) =>
    [key, ...(start > 0 ? [key.slice(start)] : [])].flatMap((text) => {
      const bigrams = bigramsOf(text)
      return bigrams[0] === undefined ? [] : [[startToken(bigrams[0]), ...bigrams].join(' ')]
    }),
  )
