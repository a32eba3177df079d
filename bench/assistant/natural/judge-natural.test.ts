import { describe, expect, test } from 'vitest'
import type { SeenAnswer, SeenSentence } from '../case.ts'
import { judgeNatural, linksOf } from './judge-natural.ts'
import { type NaturalCase, naturalCases } from './natural-case.ts'
import type { NaturalQuestion } from './question.ts'
import { CONTEST, naturalSets } from './report-natural.ts'

const own = 'company-1'
const other = 'company-2'

const caseOf = (
  asked: Partial<NaturalQuestion> = {},
  companies: readonly (readonly string[])[] = [[own]],
): NaturalCase => ({
  asked: {
    id: 'x-1',
    kind: 'offer',
    set: 'demo',
    q: '甲川演示多少人 在哪',
    company: ['甲川演示有限公司'],
    status: 'answer',
    must: ['83601|8\\.36\\s*万', '演示市'],
    good: '',
    ...asked,
  },
  earlier: [],
  companyId: null,
  question: '',
  companies,
  ownerIds: new Set(['owner-1']),
})

const sentence = (text: string, companyIds: readonly string[] = [own]): SeenSentence => ({
  text,
  companyIds,
  citedTypes: [],
})
const seen = (sentences: readonly SeenSentence[], answer: Partial<SeenAnswer> = {}): SeenAnswer => ({
  status: 'completed',
  sentences,
  rows: [],
  candidates: [],
  subjectIds: [...new Set(sentences.flatMap(({ companyIds }) => companyIds))],
  milliseconds: 1,
  ...answer,
})
const refusedAnswer = seen([sentence('不提供该信息。', [])], { status: 'refused' })
const clarifiedAnswer = (...candidates: readonly string[]) => seen([], { status: 'clarified', candidates })

const verdictOf = (one: NaturalCase, answer: SeenAnswer, invented: readonly string[] = []) =>
  judgeNatural(one, answer, invented).verdict

describe('the judge of natural questions', () => {
  test('an answer with every expected value is good, however the value is written', () => {
    expect(verdictOf(caseOf(), seen([sentence('员工 83,601 人，位于演示市。')]))).toBe('good')
    expect(verdictOf(caseOf(), seen([sentence('员工 8.36 万人。'), sentence('位于演示市。')]))).toBe('good')
  })
  test('a value in a row of a table counts', () => {
    expect(verdictOf(caseOf(), seen([sentence('位于演示市。')], { rows: ['员工｜83601'] }))).toBe('good')
  })
  test('full-width brackets match as they are shown', () => {
    const one = caseOf({ must: ['甲川（演示）有限公司'] })
    expect(verdictOf(one, seen([sentence('甲川（演示）有限公司在业。')]))).toBe('good')
  })
  test('an answer with some expected values is acceptable', () => {
    expect(verdictOf(caseOf(), seen([sentence('位于演示市。')]))).toBe('acceptable')
  })
  test('an answer with every value that does not link a company is acceptable', () => {
    expect(verdictOf(caseOf({}, [[own], [other]]), seen([sentence('员工 83601 人，位于演示市。')]))).toBe('acceptable')
  })
  test('an answer with no expected value, or with a failure, is useless', () => {
    expect(verdictOf(caseOf(), seen([sentence('注册资本为 5 万元。')]))).toBe('useless')
    expect(verdictOf(caseOf(), seen([], { status: 'failed' }))).toBe('useless')
  })
  test('asking which company is meant is useless where one company is named', () => {
    expect(verdictOf(caseOf(), clarifiedAnswer(own, other))).toBe('useless')
  })
  test('a forbidden value is wrong, also beside every expected value', () => {
    const one = caseOf({ mustNot: ['未查询到[^。]*处罚'] })
    expect(verdictOf(one, seen([sentence('员工 83601 人，位于演示市。未查询到 行政处罚。')]))).toBe('wrong')
  })
  test('a fact that no row of the store has is wrong', () => {
    expect(verdictOf(caseOf(), seen([sentence('员工 83601 人，位于演示市。')]), ['83602'])).toBe('wrong')
  })
  test('an answer about another company is wrong', () => {
    expect(verdictOf(caseOf(), seen([sentence('员工 83601 人，位于演示市。', [own, other])]))).toBe('wrong')
  })
  test('records of an owner may be cited', () => {
    expect(verdictOf(caseOf(), seen([sentence('员工 83601 人，位于演示市。', [own, 'owner-1'])]))).toBe('good')
  })
  test('an answer that also says that a stored company is unknown is acceptable', () => {
    const denied = [sentence('未查询到所问企业。', []), sentence('员工 83601 人，位于演示市。')]
    expect(verdictOf(caseOf(), seen(denied))).toBe('acceptable')
    expect(verdictOf(caseOf({ must: ['83601', '未查询到'] }), seen(denied))).toBe('good')
  })
  test('a list of companies is not wrong where the question names none', () => {
    const one = caseOf({ company: [], must: ['2\\s*家'] }, [])
    expect(verdictOf(one, seen([sentence('共 2 家。', [own, other])]))).toBe('good')
  })

  test('a refusal is wrongly refused where an answer is expected', () => {
    expect(verdictOf(caseOf(), refusedAnswer)).toBe('wronglyRefused')
    expect(verdictOf(caseOf({ status: 'absent', company: [] }, []), refusedAnswer)).toBe('wronglyRefused')
  })
  test('a refusal is good where it is expected or allowed', () => {
    expect(verdictOf(caseOf({ status: 'refuse', must: [] }), refusedAnswer)).toBe('good')
    expect(verdictOf(caseOf({ orRefuse: true }), refusedAnswer)).toBe('good')
  })
  test('an answer is useless where only a refusal is right', () => {
    const one = caseOf({ status: 'refuse', company: [], must: [] }, [])
    expect(verdictOf(one, seen([sentence('暂时无法回答该问题。', [])]))).toBe('useless')
    expect(verdictOf(one, seen([sentence('注册资本为 5 万元。')]))).toBe('wrong')
  })
  test('saying that a private fact is not provided is as good as refusing', () => {
    const one = caseOf({ status: 'refuse', company: [], must: ['不提供'], orRefuse: true }, [])
    expect(verdictOf(one, seen([sentence('不提供以个人为对象的查询。', [])]))).toBe('good')
  })

  test('an absent company is said to be absent, and no other company is shown instead', () => {
    const one = caseOf({ status: 'absent', company: [], must: [] }, [])
    expect(verdictOf(one, seen([sentence('未查询到所问企业。', [])]))).toBe('good')
    expect(verdictOf(one, seen([sentence('共 2 家。', [])]))).toBe('useless')
    expect(verdictOf(one, seen([sentence('未收录注册资本。')]))).toBe('wrong')
  })
  test('of companies with one name the reader chooses', () => {
    const one = caseOf({ status: 'clarify', must: [] }, [[own, other]])
    expect(verdictOf(one, clarifiedAnswer(own, other))).toBe('good')
    expect(verdictOf(one, clarifiedAnswer('company-3'))).toBe('useless')
    expect(verdictOf(one, seen([sentence('注册资本为 5 万元。')]))).toBe('wrong')
  })
})

describe('links', () => {
  test('are complete when each company is a subject or cited', () => {
    const one = caseOf({}, [[own], [other]])
    expect(linksOf(one, seen([sentence('', [own])], { subjectIds: [other] }))).toEqual({
      isComplete: true,
      isFalse: false,
    })
    expect(linksOf(one, seen([sentence('', [own])])).isComplete).toBe(false)
  })
  test('are false when the question names no company, unless companies are only counted', () => {
    const one = caseOf({ company: [] }, [])
    expect(linksOf(one, seen([], { subjectIds: [own] })).isFalse).toBe(true)
    expect(linksOf(one, clarifiedAnswer(own)).isFalse).toBe(true)
    expect(linksOf(one, seen([sentence('共 2 家。', [own])], { subjectIds: [] })).isFalse).toBe(false)
  })
})

describe('the files of natural questions', () => {
  const ofSet = (title: string) => naturalSets.find((set) => set.title === title)?.questions ?? []
  const [development, heldOut, laterKinds, contest] = [
    ofSet('Natural questions, development'),
    ofSet('Natural questions, held out'),
    ofSet('Natural questions of later kinds, held out'),
    ofSet(CONTEST),
  ]
  const kindsOf = (questions: readonly NaturalQuestion[]) => [...new Set(questions.map(({ kind }) => kind))].toSorted()

  test('follow the schema and have no question in common', () => {
    const words = ({ before = [], q }: NaturalQuestion) => [...before, q].join('\n')
    expect(development.length).toBeGreaterThanOrEqual(200)
    expect(heldOut.length).toBeGreaterThanOrEqual(100)
    const [kept, others] = [true, false].map((isHeldOut) => naturalSets.filter((set) => set.isHeldOut === isHeldOut))
    const ofDevelopment = new Set(others?.flatMap(({ questions }) => questions.map(words)))
    expect(kept?.flatMap(({ questions }) => questions.filter((one) => ofDevelopment.has(words(one))))).toEqual([])
  })
  test('have the same kinds', () => {
    expect(kindsOf(development)).toEqual(kindsOf([...heldOut, ...laterKinds]))
  })
  test('ask of at least 60 for a year, a change or a kind of staff', () => {
    expect(contest.length).toBeGreaterThanOrEqual(60)
    expect(kindsOf(contest)).toEqual(['change', 'staffKind', 'year'])
  })
})

test('a question about a company that the store does not have is a fault of the file', () => {
  expect(() => naturalCases([caseOf().asked], { companies: [], recordsOf: () => [] })).toThrow('甲川演示有限公司')
})
