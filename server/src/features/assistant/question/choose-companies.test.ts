import type { MatchField } from '@baiqicha/contract/company-summary'
import { describe, expect, test } from 'vitest'
import type { Candidate } from '../evidence/tool-result.ts'
import { chooseCompanies, isTalk, type ResolutionContext, type SearchedMention } from './choose-companies.ts'
import { emptyPart, emptyQuestion, type ParsedQuestion, type QuestionPart } from './parsed-question.ts'

const nowhere: ResolutionContext = { opened: null, earlier: [], question: '' }

const candidate = (name: string, field: MatchField = 'name', text = name, isWhole = false): Candidate => ({
  companyId: `c-${name}`,
  name,
  city: '演示市',
  codeEnd: '516H',
  status: '存续',
  isDemo: true,
  matchReason: { field, text },
  isWhole,
})
const mention = (
  text: string,
  candidates: readonly Candidate[],
  rest: Partial<SearchedMention> = {},
): SearchedMention => ({
  text,
  start: 0,
  isNamed: true,
  isPlace: false,
  candidates,
  correctedTo: null,
  ...rest,
})
const asking = (part: Partial<QuestionPart>): ParsedQuestion => ({
  ...emptyQuestion,
  parts: [{ ...emptyPart, ...part }],
})
const company = (name: string) => ({ id: `c-${name}`, name, isDemo: true })

describe('choosing the companies of a question', () => {
  test('takes an exact full name although longer names contain it', () => {
    const found = mention('云帆演示有限公司', [candidate('云帆演示有限公司'), candidate('新云帆演示有限公司')])
    expect(chooseCompanies(emptyQuestion, [found], nowhere)).toMatchObject({
      type: 'companies',
      companies: [{ name: '云帆演示有限公司' }],
    })
  })

  test('takes the company whose name is the text with a legal form', () => {
    const found = mention('云帆演示集团', [candidate('云帆演示集团有限公司'), candidate('云帆演示集团贸易有限公司')])
    expect(chooseCompanies(emptyQuestion, [found], nowhere)).toMatchObject({
      companies: [{ name: '云帆演示集团有限公司' }],
    })
  })

  test('takes for small talk what asks nothing, and is read for sure', () => {
    expect(isTalk(asking({ intent: 'howTo', term: '致谢' }))).toBe(true)
    expect(isTalk(asking({ intent: 'howTo', term: '搜索' }))).toBe(true)
    expect(isTalk(asking({}))).toBe(true)
    expect(isTalk({ ...asking({}), doubt: 'unread' })).toBe(false)
    expect(isTalk({ ...asking({}), refusal: 'forecast' })).toBe(false)
    expect(isTalk({ ...asking({}), repeatsEarlier: true })).toBe(false)
    expect(isTalk(asking({ intent: 'howTo', term: '欠薪' }))).toBe(false)
  })

  test('requests a name where nothing was read and the question asks for something else', () => {
    const unread: ParsedQuestion = { ...emptyQuestion, doubt: 'unread' }
    const words = mention('云帆鸭脖', [], { isNamed: false })
    const choose = (text: string, found = words) => chooseCompanies(unread, [found], { ...nowhere, question: text })
    expect(choose('云帆鸭脖的卤料怎么配')).toEqual({ type: 'missing' })
    expect(choose('云帆鸭脖')).toMatchObject({ type: 'notFound' })
    expect(choose('云帆鸭脖的卤料怎么配', mention('云帆鸭脖', []))).toMatchObject({ type: 'notFound' })
  })

  test('takes the mark of a stock exchange for no company', () => {
    const found = mention('ST', [candidate('云帆演示股份有限公司', 'shortName', 'ST')])
    expect(chooseCompanies(emptyQuestion, [found], nowhere)).not.toMatchObject({ type: 'companies' })
  })

  test('takes no company for the one whose name only has its characters', () => {
    const found = mention('云帆', [candidate('云帆方演示股份有限公司'), candidate('远云帆山演示通科技股份有限公司')])
    expect(chooseCompanies(emptyQuestion, [found], nowhere)).toMatchObject({ type: 'notFound' })
  })

  test('takes words beside a found name for no name', () => {
    const found = mention('云帆演示有限公司', [candidate('云帆演示有限公司')])
    const beside = mention('撤下', [], { start: found.text.length })
    expect(chooseCompanies(emptyQuestion, [found, beside], nowhere)).toMatchObject({ unknownNames: [] })
  })

  test('takes a place for the name of a company only where nothing else names one', () => {
    const place = mention('上海', [candidate('上海云帆演示有限公司'), candidate('上海澜山演示有限公司')], {
      isPlace: true,
      start: 10,
    })
    const named = mention('远野', [candidate('远野演示股份有限公司', 'shortName', '远野', true)])
    expect(chooseCompanies(emptyQuestion, [place], nowhere)).toMatchObject({ type: 'clarification' })
    expect(chooseCompanies(emptyQuestion, [named, place], nowhere)).toMatchObject({
      companies: [{ name: '远野演示股份有限公司' }],
    })
    expect(
      chooseCompanies(emptyQuestion, [place], { opened: null, earlier: [company('甲')], question: '' }),
    ).toMatchObject({
      companies: [{ name: '甲' }],
    })
  })

  test('takes 这两家 for the company of the page and that of the turn before', () => {
    const context = { opened: company('甲'), earlier: [company('乙')], question: '' }
    const both = { ...emptyQuestion, refersBack: true, refersTo: 2 }
    expect(chooseCompanies(both, [], context)).toMatchObject({ companies: [{ name: '甲' }, { name: '乙' }] })
  })

  test('adds no earlier company to 这两家 where the question names both', () => {
    const both = { ...emptyQuestion, refersBack: true, refersTo: 2 }
    const named = ['云帆演示有限公司', '澜山演示有限公司'].map((name, at) =>
      mention(name, [candidate(name)], { start: at * 9 }),
    )
    const context = { opened: null, earlier: [company('甲')], question: '' }
    expect(chooseCompanies(both, named, context)).toMatchObject({
      companies: [{ name: '云帆演示有限公司' }, { name: '澜山演示有限公司' }],
    })
    expect(chooseCompanies({ ...both, refersTo: 3 }, named, context)).toMatchObject({
      companies: [{ name: '甲' }, {}, {}],
    })
  })

  test.each([
    ['想把机器卖给云帆,他家在哪', 9, ['云帆']],
    ['云帆跟他家谁大', 3, ['甲', '云帆']],
    ['它和云帆谁大', 0, ['甲', '云帆']],
  ])('takes the word of %s at %i for a company', (text, refersAt, names) => {
    const named = mention('云帆', [candidate('云帆', 'shortName', '云帆', true)], { start: text.indexOf('云帆') })
    const context = { opened: null, earlier: [company('甲')], question: text }
    expect(chooseCompanies({ ...emptyQuestion, refersBack: true, refersAt }, [named], context)).toMatchObject({
      companies: names.map((name) => ({ name })),
    })
  })

  test('adds no earlier company where the question names as many as it counts', () => {
    const text = '云帆跟澜山两家面粉厂谁大'
    const named = ['云帆', '澜山'].map((name) =>
      mention(name, [candidate(name, 'shortName', name, true)], { start: text.indexOf(name) }),
    )
    const context = { opened: null, earlier: [company('甲')], question: text }
    expect(chooseCompanies({ ...emptyQuestion, refersBack: true, refersAt: 5 }, named, context)).toMatchObject({
      companies: [{ name: '云帆' }, { name: '澜山' }],
    })
  })

  test('takes the only company of a long mention to which a later word refers', () => {
    const text = '加盟一个叫禾河演示餐饮的快餐,这个公司改名了吗'
    const found = mention('禾河演示餐饮', [candidate('禾河演示餐饮管理有限公司')], { start: 5, isNamed: false })
    const context = { opened: null, earlier: [company('甲')], question: text }
    expect(chooseCompanies({ ...emptyQuestion, refersBack: true, refersAt: 15 }, [found], context)).toMatchObject({
      companies: [{ name: '禾河演示餐饮管理有限公司' }],
    })
  })

  test('takes no other company whose name begins like a full name that is not stored', () => {
    const text = '云帆汽车科技有限公司'
    const whole = mention(text, [])
    const part = mention('云帆', [candidate('云帆演示贸易有限公司')])
    expect(chooseCompanies(emptyQuestion, [whole, part], { ...nowhere, question: text })).toMatchObject({
      type: 'notFound',
      unknownNames: [text],
    })
    const core = mention('云帆汽车科技', [candidate('云帆汽车科技演示有限公司')])
    expect(chooseCompanies(emptyQuestion, [whole, core], { ...nowhere, question: text })).toMatchObject({
      type: 'companies',
    })
  })

  test('takes an exact short name alone', () => {
    const found = mention('云帆', [
      candidate('云帆演示股份有限公司', 'shortName', '云帆', true),
      candidate('云帆演示贸易有限公司'),
    ])
    expect(chooseCompanies(emptyQuestion, [found], nowhere)).toMatchObject({
      companies: [{ name: '云帆演示股份有限公司' }],
    })
  })

  test('takes a short name with the share class that the exchange adds', () => {
    const found = mention('云帆', [
      candidate('云帆演示股份有限公司', 'shortName', '云帆A'),
      candidate('云帆演示贸易有限公司'),
    ])
    expect(chooseCompanies(emptyQuestion, [found], nowhere)).toMatchObject({
      companies: [{ name: '云帆演示股份有限公司' }],
    })
  })

  test('asks which one when two companies contain the text', () => {
    const found = mention('澜山', [candidate('澜山演示贸易有限公司'), candidate('澜山演示科技有限公司')])
    expect(chooseCompanies(emptyQuestion, [found], nowhere)).toMatchObject({
      type: 'clarification',
      mention: '澜山',
      candidates: [{}, {}],
    })
  })

  test('asks which one when two companies have the same full name', () => {
    const twins = ['c-1', 'c-2'].map((companyId) => ({ ...candidate('同名演示商贸有限公司'), companyId }))
    expect(chooseCompanies(emptyQuestion, [mention('同名演示商贸有限公司', twins)], nowhere).type).toBe('clarification')
  })

  test('takes both companies when a longer mention has both full names inside', () => {
    const first = '云帆演示有限公司'
    const second = '澜山演示有限公司'
    const inside = [first, second].map((name) => candidate(name, 'mentionedName'))
    const mentions = [
      mention(`${first}和${second}`, inside),
      mention(first, [candidate(first)]),
      mention(second, [candidate(second)], { start: first.length + 1 }),
    ]
    expect(chooseCompanies(emptyQuestion, mentions, nowhere)).toMatchObject({
      type: 'companies',
      companies: [{ name: first }, { name: second }],
      unknownNames: [],
    })
  })

  test('takes the chosen candidate of a clarification', () => {
    const found = mention('澜山', [candidate('澜山演示贸易有限公司'), candidate('澜山演示科技有限公司')])
    const context = { opened: company('澜山演示科技有限公司'), earlier: [], question: '' }
    expect(chooseCompanies(emptyQuestion, [found], context)).toMatchObject({
      companies: [{ name: '澜山演示科技有限公司' }],
    })
  })

  test('takes the only company that contains the text', () => {
    const found = mention('澜山演示', [candidate('澜山演示贸易有限公司')])
    expect(chooseCompanies(emptyQuestion, [found], nowhere)).toMatchObject({
      companies: [{ name: '澜山演示贸易有限公司' }],
    })
  })

  test('takes an English name without its legal form', () => {
    const found = mention('YF', [
      candidate('云帆演示有限公司', 'englishName', 'YF Company Limited'),
      candidate('远帆演示有限公司', 'initials', '远帆'),
    ])
    expect(chooseCompanies(emptyQuestion, [found], nowhere)).toMatchObject({
      companies: [{ name: '云帆演示有限公司' }],
    })
  })

  test('prefers the current holder of a name to a former one', () => {
    const found = mention('云帆', [
      candidate('旧云演示股份有限公司', 'formerShortName', '云帆', true),
      candidate('云帆演示股份有限公司', 'shortName', '云帆', true),
    ])
    expect(chooseCompanies(emptyQuestion, [found], nowhere)).toMatchObject({
      companies: [{ name: '云帆演示股份有限公司' }],
    })
  })

  test('says which company it took for a part of its name', () => {
    const part = mention('云帆', [candidate('云帆演示股份有限公司', 'name', '云帆演示股份有限公司')])
    expect(chooseCompanies(emptyQuestion, [part], nowhere)).toMatchObject({ companies: [{ isLikely: true }] })
    const whole = mention('云帆演示股份有限公司', part.candidates)
    expect(chooseCompanies(emptyQuestion, [whole], nowhere)).toMatchObject({ companies: [{ isLikely: false }] })
  })

  test('takes a corrected name as the name', () => {
    const found = mention(
      '云凡',
      [
        candidate('云帆演示股份有限公司', 'fuzzy', '云帆'),
        candidate('云帆演示贸易有限公司', 'fuzzy', '云帆演示贸易有限公司'),
      ],
      { correctedTo: '云帆' },
    )
    expect(chooseCompanies(emptyQuestion, [found], nowhere)).toMatchObject({
      companies: [{ name: '云帆演示股份有限公司', correctedTo: '云帆' }],
    })
  })

  test('reads two names rather than one stretch that no company has', () => {
    const mentions = [
      mention('云帆和澜山', []),
      mention('云帆', [candidate('云帆演示股份有限公司', 'shortName', '云帆', true)]),
      mention('澜山', [candidate('澜山演示股份有限公司', 'shortName', '澜山', true)], { start: 3 }),
    ]
    expect(chooseCompanies(emptyQuestion, mentions, nowhere)).toMatchObject({ companies: [{}, {}], unknownNames: [] })
  })

  test('reads one name whose 和 belongs to it', () => {
    const mentions = [
      mention('中和演示股份', [candidate('中和演示股份有限公司', 'shortName', '中和演示股份', true)]),
      mention('演示股份', [candidate('演示股份有限公司', 'shortName', '演示股份', true)], { start: 2 }),
    ]
    expect(chooseCompanies(emptyQuestion, mentions, nowhere)).toMatchObject({
      companies: [{ name: '中和演示股份有限公司' }],
    })
  })

  test('states a name that no company has', () => {
    expect(chooseCompanies(emptyQuestion, [mention('无此企业有限公司', [])], nowhere)).toEqual({
      type: 'notFound',
      unknownNames: ['无此企业有限公司'],
    })
  })

  test('takes no company whose name has the text behind its beginning', () => {
    const only = mention('恒川', [candidate('江西恒川高新技术股份有限公司', 'name', '江西恒川高新技术股份有限公司')])
    expect(chooseCompanies(emptyQuestion, [only], nowhere)).toEqual({ type: 'notFound', unknownNames: ['恒川'] })
  })

  test('states the unknown one of two names beside the known one', () => {
    const mentions = [mention('云帆', [candidate('云帆演示有限公司')]), mention('无此企业', [], { start: 3 })]
    expect(chooseCompanies(emptyQuestion, mentions, nowhere)).toMatchObject({
      companies: [{ name: '云帆演示有限公司' }],
      unknownNames: ['无此企业'],
    })
  })

  test('takes the company of the page for 它', () => {
    const context = { opened: company('云帆演示有限公司'), earlier: [company('澜山演示有限公司')], question: '' }
    expect(chooseCompanies({ ...emptyQuestion, refersBack: true }, [], context)).toMatchObject({
      companies: [{ name: '云帆演示有限公司', start: null }],
    })
  })

  test('ignores a word that the grammar lacks beside 这家', () => {
    const context = { opened: company('云帆演示有限公司'), earlier: [], question: '' }
    const junk = mention('唠唠', [candidate('唠叨演示有限公司', 'fuzzy')], { isNamed: false })
    expect(chooseCompanies({ ...emptyQuestion, refersBack: true }, [junk], context)).toMatchObject({
      companies: [{ name: '云帆演示有限公司' }],
    })
  })

  test('finds no company by a person, a scope or an address', () => {
    const found = mention('王演示', [candidate('云帆演示有限公司', 'legalRepresentative', '王演示', true)])
    expect(chooseCompanies(emptyQuestion, [found], nowhere)).toEqual({ type: 'privatePerson', person: '王演示' })
  })

  test('has no subject without a name, a page and an earlier turn', () => {
    expect(chooseCompanies({ ...emptyQuestion, refersBack: true }, [], nowhere)).toEqual({ type: 'missing' })
  })

  test('compares the company of the page with the named one', () => {
    const context = { opened: company('云帆演示有限公司'), earlier: [], question: '' }
    const found = mention('澜山演示有限公司', [candidate('澜山演示有限公司')])
    expect(chooseCompanies({ ...emptyQuestion, refersBack: true }, [found], context)).toMatchObject({
      companies: [{ name: '云帆演示有限公司' }, { name: '澜山演示有限公司' }],
    })
  })
})

describe('after a question about a company', () => {
  const spoken = { ...nowhere, earlier: [company('云帆演示有限公司')] }
  const ofContext = { type: 'companies', companies: [{ name: '云帆演示有限公司' }] }

  test('a person is one of this company', () => {
    const asked = asking({ intent: 'people', person: '王演示' })
    expect(chooseCompanies(asked, [mention('王演示', [])], { ...spoken, question: '王演示还在吗' })).toMatchObject(
      ofContext,
    )
    expect(chooseCompanies(asked, [mention('王演示', [])], { ...nowhere, question: '王演示还在吗' })).toEqual({
      type: 'privatePerson',
      person: '王演示',
    })
  })

  test('a name that is not stored is no person and not this company', () => {
    const asked = asking({ intent: 'people', person: '王演示' })
    const found = mention('老岚酱', [])
    expect(chooseCompanies(asked, [found], { ...spoken, question: '老岚酱王演示还是法人吗' })).toMatchObject({
      type: 'notFound',
    })
  })

  test('他家 means the company that the question names itself', () => {
    const asked = { ...asking({ intent: 'riskOverview' }), refersBack: true }
    const found = mention('胖岚来', [])
    expect(chooseCompanies(asked, [found], { ...spoken, question: '胖岚来他家靠谱不' })).toMatchObject({
      type: 'notFound',
    })
    expect(chooseCompanies(asked, [found], { ...spoken, question: '胖岚来和他家哪个好' })).toMatchObject(ofContext)
  })

  test('ordinary words name no company, alone they may begin several names', () => {
    const asked = { ...asking({ intent: 'facts' }), refersBack: true }
    const several = [candidate('中岚演示有限公司'), candidate('中岚演示控股有限公司')]
    const words = mention('中岚', several, { isOrdinary: true })
    expect(chooseCompanies(asked, [words], { ...spoken, question: '中岚占多少' })).toMatchObject(ofContext)
    expect(
      chooseCompanies({ ...asked, refersBack: false }, [words], { ...nowhere, question: '中岚占多少' }),
    ).toMatchObject({
      type: 'clarification',
    })
  })
})

test.each(['到21年剩', '上一届', '当时签字', '后面换', '姓章', '里头排老几', '光算制造业'])(
  'words of a follow-up are no unknown company: %s',
  (text) => {
    const before: ResolutionContext = { ...nowhere, earlier: [company('云帆')] }
    const repeated = { ...emptyQuestion, repeatsEarlier: true }
    expect(chooseCompanies(repeated, [mention(text, [])], before)).toMatchObject({ companies: [{ name: '云帆' }] })
    expect(chooseCompanies(repeated, [mention('岚山', [])], before)).toMatchObject({ type: 'notFound' })
  },
)
