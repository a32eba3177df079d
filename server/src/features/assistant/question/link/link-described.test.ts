import { describe, expect, test } from 'vitest'
import { buildIndexableCompany } from '../../../../../test/builders/indexable-companies.ts'
import { linkDescribed } from './link-described.ts'
import { buildNameTable } from './name-table.ts'

const stock = (name: string, shortName: string, aliases: string[] = []) =>
  buildIndexableCompany({ id: shortName, name, shortNames: [shortName], aliases, employees: 900, prominence: 20 })
const table = await buildNameTable([
  stock('云帆演示股份有限公司', '云帆演示', ['云帆榨菜']),
  stock('玉岭山演示旅游股份有限公司', '玉岭山'),
  ...Array.from({ length: 9 }, (_, at) => stock(`岚${at}演示股份有限公司`, `岚${at}`, [`岚${at}瓷砖`])),
])
const described = (question: string) =>
  linkDescribed(question, table).flatMap(({ candidates }) => candidates.map(({ companyId }) => companyId))

describe('a description', () => {
  test.each([
    ['is of the company whose brand has the goods', '就做榨菜的那个上市的', ['云帆演示']],
    ['is of the company whose name has the place', '玉岭山景区那个股份公司', ['玉岭山']],
    ['is of none if many have the goods', '做瓷砖的那家', []],
    ['is none of the question itself', '榨菜怎么做', []],
  ])('%s: %s', (_, question, ids) => expect(described(question)).toEqual(ids))
})
