import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameKey } from '../../../domain/names/company-name.ts'
import { loadReferenceData } from '../../../platform/reference-data.ts'
import { type FactValues, type SourcedFacts, statedFacts } from '../parse/sourced-facts.ts'
import { applySourcedFacts, type CompanyDraft, draftOf, finishDraft, newDraft } from './company-draft.ts'

const { industries } = loadReferenceData({ demo: true })
const blank = () => newDraft({ id: 'c-1', matched_by: 'creditCode', is_demo: 0, created_at: 1 })

function put(draft: CompanyDraft, statements: readonly SourcedFacts[]): CompanyDraft {
  for (const statement of statements) applySourcedFacts(draft, statement)
  finishDraft(draft, industries)
  return draft
}

/** The draft after a round trip through the store. */
const stored = (draft: CompanyDraft) => draftOf(draft)

const endOf = ({ row, names, listings }: CompanyDraft) => ({
  row,
  names: [...names.keys()].toSorted(),
  listings: [...listings.values()].toSorted((a, b) => a.code.localeCompare(b.code)),
})

const statementOf = (values: FactValues, asOf: string | null = '2024', source = 'a'): SourcedFacts => ({
  origin: { source, asOf },
  facts: statedFacts({ ...values, name_key: nameKey(values.name ?? '') }),
  names: [],
  listings: [],
})

/** Listings of one stock by several sources depend on the order, so they are left out. */
const withoutListings = (statement: SourcedFacts) => ({ ...statement, listings: [] })

const word = fc.constantFrom('一', '二', null)
const anyStatement: fc.Arbitrary<SourcedFacts> = fc.record({
  origin: fc.record({
    source: fc.constantFrom('a', 'b', 'c'),
    asOf: fc.constantFrom(null, '2021', '2021-06', '2024-05', '2026'),
  }),
  facts: fc
    .record({
      name: fc.constantFrom('演示一', '演示二', '演示三'),
      scope: word,
      address: word,
      legal_representative: word,
      status: fc.constantFrom('存续', '注销', null),
      capital_value: fc.constantFrom(1, 2, null),
      capital_unit: fc.constantFrom('万元', '元', null),
      phones: fc.constantFrom('[]', '["0990-5550000"]'),
    })
    .map((values) => statedFacts({ ...values, name_key: nameKey(values.name) })),
  names: fc.array(
    fc.record({
      kind: fc.constantFrom('former' as const, 'formerShort' as const),
      value: fc.constantFrom('旧一', '旧二'),
      valid_from: fc.constantFrom('', '2001-01-01'),
      valid_to: fc.constantFrom(null, '2019-05-06', '2020-01-01'),
    }),
    { maxLength: 2 },
  ),
  listings: fc.array(
    fc.record({
      exchange: fc.constant('SZSE'),
      code: fc.constantFrom('990001', '990002'),
      old_code: fc.constant(null),
      board: fc.constant(null),
      state: fc.constantFrom('上市', null),
      listed_on: fc.constant(null),
      delisted_on: fc.constant(null),
    }),
    { maxLength: 1 },
  ),
})
const originKey = ({ origin }: SourcedFacts) => `${origin.source} ${origin.asOf}`
const statementsOnce = fc.uniqueArray(anyStatement, { selector: originKey, minLength: 2, maxLength: 5 })

describe('a company made of statements', () => {
  it('does not depend on the order of statements', () => {
    const shuffled = statementsOnce.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    )
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        expect(endOf(put(blank(), other.map(withoutListings)))).toEqual(endOf(put(blank(), list.map(withoutListings))))
      }),
      { numRuns: 500 },
    )
  })

  it('does not change by a round trip through the store or by a repeated statement', () => {
    fc.assert(
      fc.property(statementsOnce, (list) => {
        const once = put(blank(), list)
        const inSteps = list.reduce((draft, statement) => stored(put(draft, [statement])), blank())
        expect(endOf(inSteps)).toEqual(endOf(once))
        expect(endOf(put(stored(once), list))).toEqual(endOf(once))
      }),
      { numRuns: 500 },
    )
  })

  it('does not change by an earlier statement, unless a source restated a fact', () => {
    const listAndIndex = fc.tuple(fc.array(anyStatement, { minLength: 1, maxLength: 5 }), fc.nat())
    fc.assert(
      fc.property(listAndIndex, ([list, which]) => {
        const draft = put(blank(), list)
        fc.pre(draft.restatedSources.length === 0)
        const again = list.slice(which % list.length, (which % list.length) + 1)
        expect(endOf(put(stored(draft), again))).toEqual(endOf(draft))
      }),
      { numRuns: 500 },
    )
  })

  it('lists a source that states two values for the same date', () => {
    const draft = put(blank(), [statementOf({ name: '甲', scope: '旧' }), statementOf({ name: '甲', scope: '新' })])
    expect([draft.row.scope, draft.restatedSources]).toEqual(['新', ['a']])
    expect(
      put(blank(), [statementOf({ name: '甲', scope: '一' }), statementOf({ scope: '二' }, '2025')]).restatedSources,
    ).toEqual([])
  })

  it('takes the newer fact, and keeps facts that the newer statement does not have', () => {
    const { row } = put(blank(), [
      statementOf({ name: '甲', scope: '旧', address: '街' }),
      statementOf({ name: '甲', scope: '新' }, '2025'),
    ])
    expect(row).toMatchObject({ scope: '新', address: '街', registration_as_of: '2025', contact_as_of: '2024' })
  })

  it('replaces an amount together with its unit and currency', () => {
    const { row } = put(blank(), [
      statementOf({ name: '甲', capital_value: 5, capital_unit: '万元', capital_currency: 'USD' }),
      statementOf({ name: '甲', capital_value: 7, capital_unit: '万元' }, '2025'),
    ])
    expect(row).toMatchObject({ capital_value: 7, capital_currency: null })
  })

  it('stores the origin of a fact that differs from its group', () => {
    const { row } = put(blank(), [
      statementOf({ name: '甲', scope: '一', authority: '二', founded_on: '2020-01-01' }),
      statementOf({ name: '甲', status: '存续' }, '2026', 'list'),
    ])
    expect([row.registration_source, row.registration_as_of]).toEqual(['a', '2024'])
    expect(JSON.parse(row.other_origins)).toEqual({ status: ['list', '2026'] })
  })
})
