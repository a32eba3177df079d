import { describe, expect, test } from 'vitest'
import { buildIndexableCompany } from '../../../../../test/builders/indexable-companies.ts'
import { loadReferenceData } from '../../../../platform/reference-data.ts'
import { lexiconOf } from '../lexicon.ts'
import { linkDescribed, linkWeakly } from './link-weakly.ts'
import { buildNameTable } from './name-table.ts'
import { createOrdinaryWords } from './ordinary-words.ts'

const { regions, industries } = loadReferenceData({ demo: true })
const words = createOrdinaryWords(lexiconOf(regions, industries))
const stock = (name: string, shortName: string, aliases: string[] = []) =>
  buildIndexableCompany({ id: shortName, name, shortNames: [shortName], aliases, employees: 900, prominence: 20 })
const table = await buildNameTable([
  stock('岚岚乐连锁演示股份有限公司', '岚岚乐'),
  stock('云帆演示股份有限公司', '云帆演示', ['云帆榨菜']),
  stock('玉岭山演示旅游股份有限公司', '玉岭山'),
  stock('双胞胎演示控股股份有限公司', '双胞胎', ['双胞胎饲料']),
  ...Array.from({ length: 9 }, (_, at) => stock(`岚${at}演示股份有限公司`, `岚${at}`, [`岚${at}瓷砖`])),
])
const linked = (question: string) =>
  linkWeakly(question, table, words).flatMap(({ candidates }) => candidates.map(({ companyId }) => companyId))
const described = (question: string) =>
  linkDescribed(question, table).flatMap(({ candidates }) => candidates.map(({ companyId }) => companyId))

describe('a name of which no word asks', () => {
  test.each([
    ['is linked before other words', '岚岚乐收银干了九年', ['岚岚乐']],
    ['is linked if it is a word and a brand has the goods', '卖饲料那个双胞胎排第几', ['双胞胎']],
    ['is not linked if it is a word', '双胞胎排第几', []],
    ['is not linked within the name of another entity', '找了个岚岚乐月嫂服务部', []],
    ['is not linked as the owner of the company that is asked about', '岚岚乐旗下的云岚电池', []],
  ])('%s: %s', (_, question, ids) => expect(linked(question)).toEqual(ids))

  test('is never sure, so that the answer states which company was taken', () => {
    expect(linkWeakly('岚岚乐收银干了九年', table, words)).toMatchObject([{ candidates: [{ isSure: false }] }])
  })
})

describe('a description', () => {
  test.each([
    ['is of the company whose brand has the goods', '就做榨菜的那个上市的', ['云帆演示']],
    ['is of the company whose name has the place', '玉岭山景区那个股份公司', ['玉岭山']],
    ['is of none if many have the goods', '做瓷砖的那家', []],
    ['is none of the question itself', '榨菜怎么做', []],
  ])('%s: %s', (_, question, ids) => expect(described(question)).toEqual(ids))
})
