import { describe, expect, test } from 'vitest'
import { termToken } from '../index-document.ts'
import { anyOf, clauseOf, countTerms, querySets, termQuery } from './doc-query.ts'

const { allOf, none, sizeOf, postings } = querySets
const [one, two, three] = [1, 2, 3].map((term) => postings(term))
const token = termToken

describe('a set of companies', () => {
  test('is empty when one of the intersected sets is, and when nothing is united', () => {
    expect(allOf([postings(1), none])).toEqual(none)
    expect(allOf([])).toEqual(none)
    expect(anyOf([none, none])).toEqual(none)
  })

  test('has a known size only when it is empty', () => {
    expect(sizeOf(none)).toBe(0)
    expect(sizeOf(termQuery(1))).toBe(Number.POSITIVE_INFINITY)
  })

  test('is itself when it is the only one', () => {
    expect(allOf([termQuery(1)])).toEqual(one)
    expect(anyOf([none, termQuery(1)])).toEqual(one)
  })

  test('unites the members of a union with others', () => {
    expect(anyOf([anyOf([termQuery(1), termQuery(2)]), termQuery(3)])).toEqual({ type: 'any', of: [one, two, three] })
  })
})

describe('the clause of a set', () => {
  test('looks up the terms of a union together, each once', () => {
    const union = anyOf([termQuery(1), termQuery(2), termQuery(1)])
    expect(clauseOf(union)).toEqual({ terms: { terms: [token(1), token(2)] } })
  })

  test('contains equal parts of an intersection once', () => {
    const both = allOf([termQuery(1), termQuery(2), termQuery(1)])
    expect(clauseOf(both)).toEqual({
      bool: { filter: [{ term: { terms: token(1) } }, { term: { terms: token(2) } }] },
    })
  })

  test('nests intersections in a union', () => {
    const mixed = anyOf([termQuery(3), allOf([termQuery(1), termQuery(2)])])
    expect(clauseOf(mixed)).toEqual({
      bool: { should: [{ terms: { terms: [token(3)] } }, clauseOf(allOf([termQuery(1), termQuery(2)]))] },
    })
    expect(countTerms(mixed)).toBe(3)
  })

  test('matches nothing when the set is empty', () => {
    expect(clauseOf(none)).toEqual({ match_none: {} })
  })
})
