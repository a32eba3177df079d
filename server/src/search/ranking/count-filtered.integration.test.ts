import { expect, test } from 'vitest'
import { buildIndexableCompany } from '../../../test/builders/indexable-companies.ts'
import { buildMemorySegment } from '../../../test/search/memory-segment.ts'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import { loadPronunciation } from '../analysis/pronunciation.ts'
import type { CompanyFilters } from '../company-search.ts'
import { CONTAINER_SIZE } from '../segment/doc-id-set.ts'
import { largeIterator } from '../segment/doc-iterator.ts'
import { findDoc, type SegmentReader } from '../segment/segment-reader.ts'
import { countFiltered } from './searcher.ts'

const NOW = Date.UTC(2026, 5, 30)
const pronunciation = loadPronunciation()

const build = (index: number, isDemo: boolean) =>
  buildIndexableCompany({
    name: '星河海有限公司',
    regionCode: index % 3 === 0 ? '110000' : '310000',
    foundedOn: index % 5 === 0 ? null : `${1990 + (index % 30)}-0${1 + (index % 9)}-15`,
    capital: index % 4 === 0 ? null : index % 1000,
    isDemo,
  })
/** Fictional ones rank last. */
const companies = Array.from({ length: CONTAINER_SIZE + 4000 }, (_, index) =>
  build(index, index >= CONTAINER_SIZE + 1000),
)

/** A segment of two containers: a memory segment has but one. */
function twoContainers(first: SegmentReader, second: SegmentReader): SegmentReader {
  const of = (doc: number) =>
    doc < CONTAINER_SIZE ? ([first, doc] as const) : ([second, doc - CONTAINER_SIZE] as const)
  const at = (value: 'rank' | 'foundedOn' | 'capital') => (doc: number) => {
    const [segment, within] = of(doc)
    return segment[value](within)
  }
  return {
    ...first,
    header: { ...first.header, companies: first.header.companies + second.header.companies },
    containers: 2,
    postings: (term) => {
      const [one, other] = [first.postings(term), second.postings(term)]
      return largeIterator(one.size + other.size, (container) => (container === 0 ? one : other).inContainer(0))
    },
    rank: at('rank'),
    foundedOn: at('foundedOn'),
    capital: at('capital'),
  }
}

const parts = [companies.slice(0, CONTAINER_SIZE), companies.slice(CONTAINER_SIZE)] as const
const [first, second] = [buildMemorySegment(parts[0], pronunciation), buildMemorySegment(parts[1], pronunciation)]
const segment = twoContainers(first, second)
const isRemoved = ({ capital }: IndexableCompany) => capital !== null && capital % 11 === 0
const docIn = (one: SegmentReader, { id }: IndexableCompany) => findDoc(one, id) ?? Number.NaN
const removed: ReadonlySet<number> = new Set([
  ...parts[0].filter(isRemoved).map((company) => docIn(first, company)),
  ...parts[1].filter(isRemoved).map((company) => docIn(second, company) + CONTAINER_SIZE),
])

const isBeijing = ({ regionCode }: IndexableCompany) => regionCode === '110000'
const isFoundedBetween = (from: string, to: string) => (one: IndexableCompany) =>
  one.foundedOn !== null && one.foundedOn >= from && one.foundedOn <= to

test.each<[CompanyFilters, (company: IndexableCompany) => boolean]>([
  [{}, () => true],
  [{ population: 'real' }, ({ isDemo }) => !isDemo],
  [{ population: 'demo' }, ({ isDemo }) => isDemo],
  [{ region: '11' }, isBeijing],
  [{ region: '11', population: 'real' }, (one) => isBeijing(one) && !one.isDemo],
  [{ region: '11', population: 'demo' }, (one) => isBeijing(one) && one.isDemo],
  [{ region: '99' }, () => false],
  [{ foundedBetween: { from: '1995-01-01', to: '1999-12-31' } }, isFoundedBetween('1995-01-01', '1999-12-31')],
  [{ foundedBetween: { from: '1995-03-01', to: '1999-12-31' } }, isFoundedBetween('1995-03-01', '1999-12-31')],
  [{ foundedBetween: { from: '2015-01-01', to: null } }, isFoundedBetween('2015-01-01', '9999-12-31')],
  [{ foundedBetween: { from: null, to: null } }, ({ foundedOn }) => foundedOn !== null],
  [{ age: 'from15' }, isFoundedBetween('0000-01-01', '2011-06-30')],
  [
    { capitalBetween: { least: 500, most: null, excludesLeast: true, excludesMost: false } },
    ({ capital }) => capital !== null && capital > 500,
  ],
])('counts companies by %j, all and those that are left', (filters, passes) => {
  const count = (deleted: ReadonlySet<number>) =>
    countFiltered([{ segment, deleted }], filters, { now: NOW, most: Number.POSITIVE_INFINITY, isOver: () => false })
  const expected = companies.filter(passes)
  const left = expected.filter((one) => !isRemoved(one))
  expect([count(new Set<number>()), count(removed)]).toEqual([expected.length, left.length])
})

test('gives up when its time is over', () => {
  expect(
    countFiltered(
      [{ segment, deleted: removed }],
      {},
      { now: NOW, most: Number.POSITIVE_INFINITY, isOver: () => true },
    ),
  ).toBeNull()
})
