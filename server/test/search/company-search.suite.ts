import type { MatchField } from '@baiqicha/contract/company-summary'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CompanyQuery, CompanySearch, SearchedFacts } from '../../src/search/company-search.ts'
import { buildIndexableCompany as build, buildQuery } from '../builders/indexable-companies.ts'
import { idsOf, NOW, named, type OpenSearch } from './company-search.companies.ts'
import { describeLists } from './company-search-lists.suite.ts'

/** The behaviour that every implementation of `CompanySearch` must have. */
export function describeCompanySearch(adapter: string, open: OpenSearch) {
  describe(`${adapter}: what a company is found by`, () => {
    let search: CompanySearch
    beforeAll(async () => {
      search = await open(named, NOW)
    })
    afterAll(() => search.close())
    const find = async (keyword: string, deviation: Partial<CompanyQuery> = {}) =>
      search.search(buildQuery(keyword, deviation))

    test.each<[what: string, keyword: string, field: MatchField, marked: string]>([
      ['full name', '演示省演星湖科技股份有限公司', 'name', '演示省演星湖科技股份有限公司'],
      ['a part of the name', '星湖科技', 'name', '星湖科技'],
      ['words in any order', '科技 演星湖', 'name', '演星湖科技'],
      ['the name without its legal form', '演示省演星湖科技', 'name', '演示省演星湖科技'],
      ['former name', '演示银汉(集团)有限公司', 'formerName', '演示银汉（集团）有限公司'],
      ['former name in traditional characters', '演示銀漢集團有限公司', 'formerName', '演示银汉（集团）有限公司'],
      ['short name', '演星湖A', 'shortName', '演星湖A'],
      ['short name in full width and with spaces', ' 演 星湖 ａ ', 'shortName', '演星湖A'],
      ['short name without what an exchange adds', '演星湖', 'shortName', '演星湖'],
      ['former short name', '*ST银汉', 'formerShortName', '*ST银汉'],
      ['alias', '演小湖', 'alias', '演小湖'],
      [
        'English name in any case',
        'YANSHI star lake technology co ltd',
        'englishName',
        'Yanshi Star Lake Technology Co., Ltd',
      ],
      ['English words and beginnings', 'star tech', 'englishName', 'Star|Tech'],
      ['stock code', '099001', 'stockCode', '099001'],
      ['old stock code', '499001', 'stockCode', '499001'],
      ['stock code with the exchange behind', '099001.SZ', 'stockCode', '099001'],
      ['stock code with the exchange before', 'sz099001', 'stockCode', '099001'],
      ['beginning of a stock code', '0990', 'stockCode', '0990'],
      ['credit code', '91990001ma0dem0x19', 'creditCode', '91990001MA0DEM0X19'],
      ['beginning of a credit code', '9199000', 'creditCode', '9199000'],
      ['organisation code', 'MA0DEM0X1', 'organisationCode', 'MA0DEM0X-1'],
      ['organisation code with its hyphen', 'MA0DEM0X-1', 'organisationCode', 'MA0DEM0X-1'],
      ['registration number', '990001000012345', 'registrationNumber', '990001000012345'],
      ['legal representative', '演示甲', 'legalRepresentative', '演示甲'],
      ['shareholder or key person', '演示丙', 'member', '演示丙'],
      ['corporate shareholder in other brackets', '演示银河(控股)有限公司', 'member', '演示银河（控股）有限公司'],
      ['pinyin', 'yanxinghu', 'pinyin', '演星湖'],
      ['pinyin with spaces', 'yan xing hu', 'pinyin', '演星湖'],
      ['pinyin of a part', 'xinghuke', 'pinyin', '星湖科'],
      ['pinyin still being typed', 'yanxingh', 'pinyin', '演星湖'],
      ['initials', 'yxh', 'initials', '演星湖'],
      ['region and brand', '星湖市 演星湖', 'shortName', '演星湖'],
      ['brand and region in one word', '演星湖星湖', 'shortName', '演星湖'],
      ['scope', '星际导航', 'scope', '星际导航'],
      ['words of the scope in any order', '进出口 软件', 'scope', '软件|进出口'],
      ['address', '观星路', 'address', '观星路'],
      ['phone number', '0990 8800001', 'phone', '0990-8800001'],
      ['phone number without area code', '8800001', 'phone', '0990-8800001'],
    ])('finds by %s: %s', async (_what, keyword, field, marked) => {
      const { hits, didYouMean } = await find(keyword)
      const [first] = hits
      expect(didYouMean).toBeUndefined()
      expect(first?.companyId).toBe('star')
      expect(first?.matchReason.field).toBe(field)
      const text = first?.matchReason.text ?? ''
      expect(first?.hitRanges.map(([from, to]) => text.slice(from, to)).join('|')).toBe(marked)
    })

    test('finds a company by a mobile number, and masks the number', async () => {
      const [hit] = (await find('15400000001')).hits
      expect(hit).toMatchObject({ companyId: 'star', matchReason: { field: 'phone', text: '154****0001' } })
    })

    test('ranks a name before a scope', async () => {
      const { hits } = await find('贸易')
      expect(hits.map(({ matchReason }) => matchReason.field)).toEqual(['name', 'scope'])
      expect(idsOf(hits)).toEqual(['harbour', 'star'])
    })

    test.each<[SearchedFacts, keyword: string, ids: string[]]>([
      ['name', '演星湖', ['star', 'branch']],
      ['name', '银汉', []],
      ['name', '演示甲', []],
      ['name', '099001', []],
      ['name', 'yanxinghu', ['star', 'branch']],
      ['formerName', '银汉', ['star']],
      ['formerName', '演星湖', []],
      ['legalRepresentative', '演示甲', ['star']],
      ['legalRepresentative', '演星湖', []],
      ['legalRepresentative', '演示丙', []],
      ['member', '演示丙', ['star']],
      ['member', '演示甲', ['harbour']],
      ['member', '演示乙', ['harbour']],
      ['member', '演示银河', []],
      ['member', '演星湖', []],
      ['scope', '湖泊观测', ['star', 'harbour']],
      ['scope', '观星路', []],
      ['address', '观星路', ['star']],
      ['address', '湖泊观测', []],
      ['phone', '8800001', ['star']],
      ['phone', '099001', []],
      ['companyFacts', '演星湖', ['star', 'branch']],
      ['companyFacts', '银汉', ['star']],
      ['companyFacts', '099001', ['star']],
      ['companyFacts', '湖泊观测', ['star', 'harbour']],
      ['companyFacts', '观星路', []],
      ['companyFacts', '演示甲', []],
      ['companyFacts', '演示丙', []],
      ['companyFacts', '长乐 演示甲', []],
      ['companyFacts', '8800001', []],
      ['companyFacts', '15400000001', []],
    ])('searches within %s only: %s', async (within, keyword, ids) => {
      expect(idsOf((await find(keyword, { within, exact: true })).hits)).toEqual(ids)
    })

    test('finds companies of a legal representative and of a shareholder together, each with its reason', async () => {
      const { hits } = await find('演示甲')
      expect(hits.map(({ companyId, matchReason }) => [companyId, matchReason.field])).toEqual([
        ['star', 'legalRepresentative'],
        ['harbour', 'member'],
      ])
      const [both] = (await find('演示乙')).hits
      expect(both?.matchReason.field).toBe('legalRepresentative')
    })

    test('ranks a company before the companies that it holds shares in', async () => {
      const holder = build({ id: 'holder', name: '演示远洋有限公司', prominence: 1000 })
      const withHolder = await open([...named, holder], NOW)
      const { hits } = await withHolder.search(buildQuery('演示远洋有限公司'))
      await withHolder.close()
      expect(idsOf(hits)).toEqual(['holder', 'harbour'])
    })

    test('finds a company by its name and a person together', async () => {
      expect(idsOf((await find('长乐 演示甲', { exact: true })).hits)).toEqual(['harbour'])
    })

    test.each(['changlezhongxing', 'changyuechonghang', 'zhanglezhonghang', 'clzx', 'zlch'])(
      'reads polyphones either way: %s',
      async (keyword) => {
        expect(idsOf((await find(keyword)).hits)).toEqual(['harbour'])
      },
    )

    test('does not match Han characters by sound, except as a typo', async () => {
      expect((await find('眼形狐', { exact: true })).hits).toEqual([])
      const corrected = await find('眼形狐')
      expect(idsOf(corrected.hits)[0]).toBe('star')
    })

    test.each([
      ['one that sounds alike', '演星糊'],
      ['one that looks alike', '演示监鲸渔业'],
      ['one missing', '演示蓝渔业'],
      ['one too many', '演星湖湖A科技'.slice(0, 4)],
      ['two swapped', '演湖星'],
    ])('corrects a keyword with a character wrong: %s (%s)', async (_what, keyword) => {
      const { hits, didYouMean, total } = await find(keyword)
      expect(didYouMean).toBeDefined()
      expect(['star', 'live', 'ended']).toContain(hits[0]?.companyId)
      expect(hits[0]?.matchReason.field).toBe('fuzzy')
      expect(total).toBe(hits.length)
      expect(new Set(idsOf(hits)).size).toBe(hits.length)
      expect(await find(keyword, { exact: true })).toEqual({ hits: [], total: 0, totalCapped: false })
    })

    test('does not correct two characters, a code, or a keyword that only the filters exclude', async () => {
      for (const keyword of ['演糊', '099002', '星琥']) expect((await find(keyword)).hits).toEqual([])
      const filtered = await find('蓝鲸', { filters: { region: '990005' } })
      expect(filtered).toEqual({ hits: [], total: 0, totalCapped: false })
    })

    test('finds nothing for a stock code at another exchange', async () => {
      expect((await find('099001.SH')).hits).toEqual([])
    })

    test('ranks live before ended companies within a tier, and a better tier before higher prominence', async () => {
      expect(idsOf((await find('演示蓝鲸')).hits)).toEqual(['live', 'ended', 'long'])
      expect(idsOf((await find('蓝鲸')).hits)).toEqual(['live', 'long', 'ended'])
    })

    test('ranks an exact name first, and a head office before its branch', async () => {
      expect(idsOf((await find('演示省演星湖科技股份有限公司')).hits)).toEqual(['star', 'branch'])
    })

    test('compares a single character with brands and starts of names only', async () => {
      expect((await find('鲸')).hits).toEqual([])
      expect((await find('演')).total).toBe(6)
    })

    test.each([
      ['演星湖公司', '演星湖'],
      ['演星湖集团公司官网', '演星湖'],
      ['帮我查下演星湖怎么样', '演星湖'],
      ['演星湖（09999.HK）', '演星湖'],
      ['演示省演星湖科技有限责任公司', '演示省演星湖科技'],
      ['演星湖(099001)', '099001'],
      ['$演星湖(SZ099001)$', 'SZ099001'],
      ['演示蓝鲸 099001', '099001'],
      ['税号91990001MA0DEM0X19', '91990001MA0DEM0X19'],
      ['统一社会信用代码：9199 0001 MA0D EM0X 19', '91990001MA0DEM0X19'],
      ['演星湖 91990009MA0DEM0X19', '演星湖'],
    ])('finds the company within a longer text, and says by which part: %s by %s', async (keyword, used) => {
      const { hits, usedKeyword, didYouMean } = await find(keyword)
      expect([hits[0]?.companyId, usedKeyword, didYouMean]).toEqual(['star', used, undefined])
      expect((await search.suggest(keyword, 1))[0]).toEqual(hits[0])
      expect((await find(keyword, { exact: true })).usedKeyword).toBeUndefined()
    })

    test.each(['演星湖', '演示省演星湖科技股份有限公司', '099001', '科技 演星湖'])(
      'searches a keyword that matches as it is: %s',
      async (keyword) => {
        expect((await find(keyword)).usedKeyword).toBeUndefined()
      },
    )

    test.each(['演示甲公司', '远洋公司官网', '公司怎么样', '税号91990009MA0DEM0X19', '邮编099001', '演公司'])(
      'leaves out no words where the rest is no whole name: %s',
      async (keyword) => {
        const { hits, usedKeyword } = await find(keyword)
        expect([usedKeyword, ...idsOf(hits)]).toEqual([undefined])
      },
    )

    test('finds nothing within filters that exclude the company of a longer text, but says by which part', async () => {
      const filtered = await find('演星湖公司', { filters: { region: '990005' } })
      expect(filtered).toEqual({ hits: [], total: 0, totalCapped: false, usedKeyword: '演星湖' })
    })

    test.each<[SearchedFacts, string | undefined]>([
      ['companyFacts', '演星湖'],
      ['name', '演星湖'],
      ['formerName', undefined],
      ['scope', undefined],
      ['legalRepresentative', undefined],
    ])('leaves out words within %s: %s', async (within, used) => {
      expect((await find('演星湖公司', { within })).usedKeyword).toBe(used)
    })

    test('suggests the first hits of a search', async () => {
      const suggested = await search.suggest('演示', 2)
      const searched = await find('演示', { limit: 2 })
      expect(suggested).toEqual(searched.hits)
      expect(await search.suggest('演示', 0)).toEqual([])
    })
  })

  describe(`${adapter}: unusual keywords`, () => {
    let search: CompanySearch
    beforeAll(async () => {
      search = await open([...named, build({ id: 'signs', name: '演示%_*"公司' })], NOW)
    })
    afterAll(() => search.close())

    test.each([
      '',
      ' ',
      '\u3000',
      '%',
      '_',
      '*',
      '"',
      "'",
      '()',
      '……',
      '·',
      '\0',
      '\ud83d',
      '\udc00',
      '😀',
      '\u202e',
      '-',
      '（）',
    ])('returns no hits for a keyword without letters and digits: %j', async (keyword) => {
      expect(await search.search(buildQuery(keyword))).toEqual({ hits: [], total: 0, totalCapped: false })
      expect(await search.suggest(keyword, 10)).toEqual([])
    })

    test.each([
      '演示%蓝鲸',
      '演示_蓝鲸',
      '演示"蓝鲸',
      "演示' 蓝鲸",
      '演示* 蓝鲸',
      '演示\0蓝鲸',
      '演示\ud800蓝鲸',
      '演示😀蓝鲸',
      '^演示 (蓝鲸)',
      '演示 - 蓝鲸',
    ])('ignores punctuation in a keyword: %j', async (keyword) => {
      expect(idsOf((await search.search(buildQuery(keyword))).hits).sort()).toEqual(['ended', 'live', 'long'])
    })

    test.each(['演示 OR 蓝鲸', '演示 AND 蓝鲸', 'NEAR(演示 蓝鲸)', 'name:蓝鲸', "' or 1=1 --"])(
      'treats operators as words: %s',
      async (keyword) => {
        expect((await search.search(buildQuery(keyword, { exact: true }))).hits).toEqual([])
      },
    )

    test.each(['演'.repeat(10_000), 'xian'.repeat(500), '演示 '.repeat(3000), 'a'.repeat(100_000), '9'.repeat(500)])(
      'accepts a keyword longer than any name',
      async (keyword) => {
        const { hits } = await search.search(buildQuery(keyword))
        expect(hits.length).toBeLessThanOrEqual(7)
      },
    )

    test('ignores what follows the first hundred characters', async () => {
      const start = '演示蓝鲸渔业有限公司 '.repeat(10).trim().slice(0, 100)
      const [cut, beyond] = await Promise.all(
        [start, `${start}无`].map((keyword) => search.search(buildQuery(keyword))),
      )
      expect(beyond).toEqual(cut)
    })
  })

  describeLists(adapter, open)
}
