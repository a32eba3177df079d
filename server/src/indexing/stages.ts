import { allOf, anyOf, type Candidates } from './candidates.ts'
import { codeStartTerms, wordTerm } from './company-terms.ts'
import type { Plan } from './keyword.ts'
import { type Rung, rungs } from './ladder.ts'
import { characterTerm, hashTerm, pairTerm, startTerm, type Term, type TermKind } from './term.ts'

/** Everything that can answer on one rung, in rank order. */
export type Stage = { rung: Rung; candidates: Candidates }

type Find = (term: Term) => Candidates

/** Where to look for companies, rung by rung. A company may be proposed on several; the ladder says which is its own. */
export function stagesOf(plan: Plan, find: Find): Stage[] {
  const { key } = plan
  const stages: Stage[] = [
    { rung: rungs.exactName, candidates: find(hashTerm('exactName', key)) },
    { rung: rungs.exactCode, candidates: anyOf(plan.code === null ? [] : [find(hashTerm('exactCode', plan.code))]) },
    { rung: rungs.exactFormerName, candidates: find(hashTerm('exactFormerName', key)) },
    { rung: rungs.exactBrand, candidates: brands('exactBrand', plan, find) },
    { rung: rungs.exactTradeName, candidates: brands('exactTradeName', plan, find) },
    { rung: rungs.prefix, candidates: beginnings(plan, find) },
    {
      rung: rungs.allTerms,
      candidates: plan.isSingle ? anyOf([]) : anyOf(plan.alternatives.map(({ terms }) => allTerms(terms, find))),
    },
    { rung: rungs.exactPinyin, candidates: anyOf(plan.isLatin ? [find(hashTerm('exactPinyin', key))] : []) },
    { rung: rungs.person, candidates: find(hashTerm('person', key)) },
    { rung: rungs.partialPinyin, candidates: sounds(plan, find) },
  ]
  return stages.filter(({ candidates }) => candidates.size > 0)
}

function brands(kind: TermKind, { key, alternatives }: Plan, find: Find) {
  const local = alternatives.flatMap(({ region, rest }) =>
    region === null ? [] : [allOf([find(hashTerm(kind, rest)), find(hashTerm('region', region))])],
  )
  return anyOf([find(hashTerm(kind, key)), ...local])
}

function beginnings({ key, code }: Plan, find: Find) {
  const codes = code === null ? [] : codeStartTerms(code).map(find)
  return anyOf([allOf([find(startTerm(key)), ...pairs(key, find)]), find(wordTerm(key)), ...codes])
}

function pairs(key: string, find: Find): Candidates[] {
  const found: Candidates[] = []
  for (let at = 0; at + 1 < key.length; at += 1) found.push(find(pairTerm(key, at)))
  return found
}

const within = (term: string, find: Find) =>
  anyOf([term.length === 1 ? find(characterTerm(term, 0)) : allOf(pairs(term, find)), find(wordTerm(term))])

function allTerms(terms: readonly string[], find: Find) {
  const [only] = terms
  if (only !== undefined && terms.length === 1) return within(only, find)
  const anywhere = terms.map((term) =>
    anyOf([within(term, find), find(hashTerm('region', term)), find(hashTerm('person', term))]),
  )
  return allOf([...anywhere, anyOf(terms.map((term) => within(term, find)))])
}

function sounds({ syllables, initials }: Plan, find: Find) {
  const cuts = syllables.map(({ whole }) => {
    const [first = ''] = whole
    if (whole.length === 1) return find(hashTerm('syllables', first))
    return allOf(whole.slice(1).map((sound, index) => find(hashTerm('syllables', `${whole[index]} ${sound}`))))
  })
  const triples =
    initials === null ? [] : Array.from({ length: initials.length - 2 }, (_, at) => initials.slice(at, at + 3))
  const abbreviated = allOf(triples.map((triple) => find(hashTerm('initials', triple))))
  return anyOf([...cuts, abbreviated])
}
