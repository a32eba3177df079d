import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildIndexableCompany, buildQuery } from '../../test/builders-search.ts'
import { seededRandom } from '../../test/seeded-random.ts'
import type { IndexableCompany } from '../domain/indexable-company.ts'
import { createIndexBuilder } from './index-builder.ts'
import { type IndexReader, openIndex } from './index-reader.ts'
import { readKeyword } from './keyword.ts'
import { matchCompany, rungs } from './ladder.ts'
import { createSearcher } from './searcher.ts'

const NOW = Date.UTC(2026, 5, 30)
const regions = ['演示省', '演示省海边市', '演示省星湖市', null]
const random = seededRandom(2)
const some = (text: string, length: number) => Array.from({ length }, () => random.pick(Array.from(text))).join('')
const maybe = <T>(value: T) => (random.below(3) === 0 ? [value] : [])

const company = (): IndexableCompany =>
  buildIndexableCompany({
    name: `${random.pick(['', '演示', '演示省', '海边'])}${some('星河湖海长行乐重', 2 + random.below(3))}${random.pick(['', '（海边）', '科技', '贸易'])}${random.pick(['有限公司', '股份有限公司', '（集团）有限公司', ''])}`,
    formerNames: maybe(`演示${some('星河湖海', 2)}有限公司`),
    shortNames: maybe(`${random.pick(['', '*ST', 'ST'])}${some('星河湖海A', 3)}`),
    englishNames: maybe(
      `${random.pick(['Star', 'Sea', 'Tea'])} ${random.pick(['Lake', 'Co'])} ${random.pick(['Ltd.', 'Tech'])}`,
    ),
    stockCodes: maybe(`09900${random.below(10)}`),
    creditCode: random.pick([null, `9199000${random.below(3)}MA0DEM0X1${random.below(10)}`]),
    legalRepresentative: random.pick([null, '演示甲', '星河']),
    regionName: random.pick(regions),
    status: random.pick(['存续', '注销', null]),
    prominence: random.below(1024),
  })

const file = path.join(mkdtempSync(path.join(tmpdir(), 'baiqicha-searcher-')), 'companies.sqlite')
let index: IndexReader

beforeAll(async () => {
  const builder = await createIndexBuilder({ file, revision: '1', builtAt: NOW })
  builder.add(Array.from({ length: 249 }, company))
  builder.add([buildIndexableCompany({ name: '星河海有限公司', formerNames: ['演示星河有限公司'] })])
  builder.finish()
  index = openIndex(file)
})
afterAll(() => {
  index.close()
  rmSync(path.dirname(file), { recursive: true })
})

const piece = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...Array.from('星河湖海长行乐重演示省市科技有限公司集团')),
    minLength: 1,
    maxLength: 5,
  }),
  fc.string({
    unit: fc.constantFrom('xing', 'he', 'hu', 'hai', 'chang', 'zhong', 'le', 'x', 'h', 'c', 'st'),
    maxLength: 3,
  }),
  fc.constantFrom(
    '海边',
    '演示',
    '星湖市',
    'star',
    'sea l',
    'tea lake co',
    '0990',
    '099001',
    '91990001',
    'ma0dem0x1',
    '演示甲',
    '*ST',
    '星 河',
    'A',
  ),
)
const joined = fc
  .array(piece, { minLength: 1, maxLength: 3 })
  .chain((pieces) => fc.constantFrom('', ' ', '（').map((between) => pieces.join(between)))
const wholeName = fc.constantFrom('星河海有限公司', '演示星河有限公司')
const keyword = fc.oneof({ weight: 19, arbitrary: joined }, { weight: 1, arbitrary: wholeName })

describe('the posting lists', () => {
  test('propose every company the ladder accepts, on its best rung and in rank order', () => {
    const searcher = createSearcher(index)
    const everyone = Array.from({ length: index.header.companies }, (_, doc) => index.company(doc))
    const met = new Set<number>()
    fc.assert(
      fc.property(keyword, (typed) => {
        const plan = readKeyword(typed, index.vocabulary)
        const matches = everyone.flatMap((facts, doc) => {
          const match = plan === null ? null : matchCompany(facts, plan, index.readings)
          return match === null ? [] : [{ id: facts.id, doc, match }]
        })
        for (const { match } of matches) met.add(match.rung)
        matches.sort((a, b) => a.match.rung - b.match.rung || a.doc - b.doc)
        const { hits, total } = searcher.search(buildQuery(typed, { limit: 250, exact: true }), NOW)
        expect(hits.map((hit) => hit.companyId)).toEqual(matches.map(({ id }) => id))
        expect(hits.map((hit) => hit.matchReason)).toEqual(matches.map(({ match }) => match.reason))
        expect(total).toBe(matches.length)
      }),
      { numRuns: 400, seed: 20261120 },
    )
    // Otherwise the comparison would compare too little.
    expect([...met].sort((a, b) => a - b)).toEqual(Object.values(rungs).filter((rung) => rung !== rungs.fuzzy))
  })

  test('ranges stand in order inside the text they mark', () => {
    const searcher = createSearcher(index)
    fc.assert(
      fc.property(keyword, (typed) => {
        for (const { matchReason, hitRanges } of searcher.search(buildQuery(typed), NOW).hits) {
          let end = 0
          for (const [from, to] of hitRanges) {
            expect(from).toBeGreaterThanOrEqual(end)
            expect(to).toBeGreaterThan(from)
            end = to
          }
          expect(hitRanges).not.toEqual([])
          expect(end).toBeLessThanOrEqual(matchReason.text.length)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('no text whatever makes a search throw', () => {
    const searcher = createSearcher(index)
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 150 }), (typed) => {
        searcher.search(buildQuery(typed), NOW)
        searcher.suggest(typed, 10, NOW)
      }),
      { numRuns: 200 },
    )
  })
})
