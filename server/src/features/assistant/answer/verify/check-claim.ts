import type { Evidence } from '../../evidence/evidence.ts'
import { type CitedField, isRelation, normalise } from '../statement-tokens.ts'
import { boundCompanies } from './bound-words.ts'
import type { StatedSoFar } from './check-value.ts'
import { isCount } from './evidence-roles.ts'
import {
  companiesAt,
  kindAt,
  labelAt,
  meaningAt,
  positionsAfter,
  positionsBefore,
  type TokenSentence,
  textAt,
  viewAt,
} from './token-sentence.ts'
import { type Rejection, rejected } from './verdict.ts'

const isZero = ({ field: { value } }: CitedField) => value.type === 'number' && value.number === 0

/** A statement that nothing was found needs a count of 0 of each kind and view that it names; without a view, of all. */
export function checkNothingFound(sentence: TokenSentence, at: number, stated: StatedSoFar): Rejection | null {
  const clause = [...positionsBefore(sentence, at, 'clause'), ...positionsAfter(sentence, at)]
  const kinds = clause.filter((place) => kindAt(sentence, place) !== null)
  const views = clause.filter((place) => viewAt(sentence, place) !== null)
  const companies = clause.filter((place) => companiesAt(sentence, place).length > 0)
  const ids = companies.flatMap((place) => companiesAt(sentence, place))
  const wanted = views.length === 0 ? ['合计'] : views.map((place) => labelAt(sentence, place))
  const counts = sentence.cited.filter(
    (one) =>
      isCount(one) &&
      wanted.includes(one.field.label) &&
      (ids.length === 0 || one.evidence.company === null || ids.includes(one.evidence.company.id)),
  )
  const isNone = (some: readonly CitedField[]) =>
    wanted.every((label) => some.some(({ field }) => field.label === label)) && some.every(isZero)
  const isSupported =
    kinds.length === 0
      ? isNone(counts)
      : kinds.every((place) =>
          isNone(counts.filter(({ evidence }) => normalise(evidence.label) === textAt(sentence, place))),
        )
  const isOfEach = ids.every((id) => counts.some(({ evidence }) => evidence.company?.id === id))
  if (!isSupported || !isOfEach) return rejected('unsupportedNegation', textAt(sentence, at))
  for (const place of [at, ...kinds, ...views, ...companies]) stated.usedWords.add(place)
  for (const one of counts) stated.fields.add(one)
  return null
}

const isNamed = (evidence: readonly Evidence[], name: string | undefined, ids: readonly string[]) =>
  evidence.some(({ company }) => company !== null && company.name === name && ids.includes(company.id))

/** The fact that a comparison is about: the label or kind that is named last before it. */
function comparedWord(sentence: TokenSentence, at: number): { at: number; word: string } | null {
  for (const before of positionsBefore(sentence, at, 'sentence')) {
    const label = meaningAt(sentence, before)?.label ?? kindAt(sentence, before)
    if (label !== null) return { at: before, word: normalise(label) }
  }
  return null
}

/** A comparison needs a relation of its two companies, or of the one that is first or last, about its fact. */
export function checkComparison(sentence: TokenSentence, at: number, stated: StatedSoFar): Rejection | null {
  const word = textAt(sentence, at)
  const before = boundCompanies(sentence, at)
  const after = [...positionsAfter(sentence, at)].filter((place) => companiesAt(sentence, place).length > 0)
  const fact = comparedWord(sentence, at)
  const idsBefore = before.flatMap(({ word: ids }) => ids)
  const idsAfter = after.flatMap((place) => companiesAt(sentence, place))
  const found = sentence.cited.filter(isRelation).find(({ field: { label, value } }) => {
    if (value.type !== 'texts' || fact === null || normalise(label) !== fact.word) return false
    const [one, relation = '', other] = value.texts
    if (normalise(relation) !== word) return false
    const named = { before: before.length, after: after.length }
    if (!isNamed(sentence.citedEvidence, one, idsBefore)) return false
    if (other === undefined) return named.before === 1 && named.after === 0
    // 甲与乙相同
    const isJoined = named.before === 2 && named.after === 0 && isNamed(sentence.citedEvidence, other, idsBefore)
    if (word === '相同' && isJoined) return true
    return named.before === 1 && named.after === 1 && isNamed(sentence.citedEvidence, other, idsAfter)
  })
  if (found === undefined || fact === null) return rejected('unsupportedComparison', word)
  for (const place of [at, fact.at, ...before.map((one) => one.at), ...after]) stated.usedWords.add(place)
  stated.fields.add(found)
  return null
}
