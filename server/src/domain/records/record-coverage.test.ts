import { describe, expect, it, test } from 'vitest'
import {
  coverageSentences,
  coversCompaniesOf,
  coversCompany,
  parseCoverage,
  type RecordCoverage,
} from './record-coverage.ts'

const xiamen = {
  id: 'c-1',
  name: '演示鹭岛贸易有限公司',
  credit_code: '91350203M0001FUE2P',
  registration_number: null,
  region_code: '350203',
  has_listing: 0,
} as const
const city = { ...xiamen, id: 'c-2', region_code: '350200' }
const province = { ...xiamen, id: 'c-3', region_code: '350000' }
const unplaced = { ...xiamen, id: 'c-4', credit_code: null, region_code: null }
const listed = { ...xiamen, id: 'c-5', region_code: '440305', has_listing: 1 } as const
/** Known by a short name that reads like that of a person, so that no record finds it. */
const unnamed = { ...listed, id: 'c-6', name: '王岚信息', credit_code: null } as const
const companies = { xiamen, city, province, unplaced, listed, unnamed }

function coverage(text: string): RecordCoverage {
  const parsed = parseCoverage(text)
  if (parsed === null) throw new Error(text)
  return parsed
}

describe('what a source covers', () => {
  test.each([
    ['all', ['xiamen', 'city', 'province', 'unplaced', 'listed']],
    ['listed', ['listed']],
    ['named', []],
    ['regions=3502', ['xiamen', 'city']],
    ['regions=350200', ['xiamen', 'city']],
    ['regions=350203', ['xiamen']],
    ['regions=350206', []],
    ['regions=35', ['xiamen', 'city', 'province']],
    ['regions=350000,44', ['xiamen', 'city', 'province', 'listed']],
    ['listed regions=4403', ['listed']],
    ['listed regions=3502', []],
    ['companies=c-4,91350203M0001FUE2P', ['xiamen', 'city', 'province', 'unplaced', 'listed']],
    ['companies=c-4', ['unplaced']],
    ['all items=环保处罚 years=2020..2022', ['xiamen', 'city', 'province', 'unplaced', 'listed']],
  ])('%s covers %j', (text, covered) => {
    const names = Object.entries(companies).flatMap(([name, one]) => (coversCompany(coverage(text), one) ? name : []))
    expect(names).toEqual(covered)
  })

  test.each([
    ['all', {}, true],
    ['all', { region: '35' }, true],
    ['all years=2020..', {}, false],
    ['all items=环保处罚', {}, false],
    ['listed', {}, false],
    ['listed', { isListed: true }, true],
    ['listed', { isListed: false }, false],
    ['regions=3502', {}, false],
    ['regions=3502', { region: '35' }, false],
    ['regions=3502', { region: '3502' }, true],
    ['regions=35', { region: '3502' }, true],
    ['named', { region: '3502', isListed: true }, false],
    ['companies=c-1', { region: '3502' }, false],
  ])('%s covers all companies of %j: %s', (text, of, isCovered) => {
    expect(coversCompaniesOf(coverage(text), of)).toBe(isCovered)
  })
})

describe('the text of a coverage', () => {
  test('is read in any order, with items and years as its limit', () => {
    expect(coverage('years=2014-11..2024-05  items=证券简称变更 listed')).toEqual({
      companies: 'listed',
      regions: null,
      limit: { items: ['证券简称变更'], from: '2014-11', to: '2024-05' },
    })
    expect(coverage('regions=3502，3501 years=2020..')).toEqual({
      companies: 'all',
      regions: ['3502', '3501'],
      limit: { items: [], from: '2020', to: null },
    })
  })

  test.each([
    '',
    ' ',
    'everything',
    '全部',
    'all listed',
    'all all',
    'items=证券简称变更',
    'years=2020..2022',
    'regions=',
    'regions=厦门',
    'regions=350',
    'regions=000000',
    'regions=3502,',
    'all years=2020',
    'all years=..',
    'all years=2024..2020',
    'all years=2020-13..',
    'all items=',
    'companies=',
    'companies=厦门公司',
    'all regions',
    'all scope=x',
  ])('%j is refused: nothing is guessed', (text) => {
    expect(parseCoverage(text)).toBeNull()
  })
})

const sentencesOf = (covers: string | null) =>
  coverageSentences('dishonestExecutor', covers, (prefix) => (prefix === '3502' ? '厦门市' : null))

describe('the sentences of a coverage', () => {
  it('promise 0 records to all companies of a whole source, and leave none outside', () => {
    expect(sentencesOf('all')).toEqual({
      covers: '所有企业',
      inside: '没有记录的企业：失信被执行人 0 条',
      outside: null,
    })
  })

  it('promise nothing without a record when the source only names companies, or never stated what it covers', () => {
    for (const covers of ['named', null]) {
      expect(sentencesOf(covers)).toEqual({
        covers: '只有它提到的企业',
        inside: null,
        outside: '没有记录的企业：失信被执行人未接入',
      })
    }
  })

  it('name regions, and what is left out by time', () => {
    expect(sentencesOf('all regions=3502 years=2020..')).toEqual({
      covers: '所有企业，登记地在厦门市，2020 起',
      inside: '没有记录的企业：已接入部分 0 条，2020 以前的失信被执行人未接入',
      outside: '其他企业：失信被执行人未接入，除非另有来源',
    })
  })
})
