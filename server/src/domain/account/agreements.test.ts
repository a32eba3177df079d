import { DEACTIVATION_DAYS } from '@baiqicha/contract/account'
import { agreementTypes } from '@baiqicha/contract/agreements'
import { SEARCH_HISTORY_LIMIT, VIEW_HISTORY_LIMIT } from '@baiqicha/contract/history'
import { describe, expect, test } from 'vitest'
import { loadAgreements, loadMembershipRules } from '../../platform/reference-data.ts'
import { fillPlaceholders, parseAgreements } from './agreements.ts'

const entry = { title: '协议', version: '2026-11-22', effectiveDate: '2026-11-22', changeSummary: null }
const index = { user_protocol: entry, privacy_policy: entry, membership: entry }
const text = '## 一、范围\n\n由【运营者名称】提供。'

const parse = (deviation: object, markdown = text) =>
  parseAgreements(JSON.stringify({ ...index, ...deviation }), () => markdown)

describe('agreements', () => {
  test('have the newer of the two versions that users agree to', () => {
    expect(parse({}).agreementVersion).toBe('2026-11-22')
    expect(parse({ privacy_policy: { ...entry, version: '2027-01-02' } }).agreementVersion).toBe('2027-01-02')
    expect(parse({ user_protocol: { ...entry, version: '2026-11-22.2' } }).agreementVersion).toBe('2026-11-22.2')
  })

  test('need no new consent when only the membership changed', () => {
    expect(parse({ membership: { ...entry, version: '2027-01-02' } }).agreementVersion).toBe('2026-11-22')
  })

  test('list each placeholder once', () => {
    expect(parse({}).placeholders).toEqual(['【运营者名称】'])
    expect(parse({}, '## 一、范围\n\n完。').placeholders).toEqual([])
  })

  test('have neutral words for placeholders in local mode', () => {
    expect(fillPlaceholders('由【运营者名称】提供，邮箱【联系邮箱】。')).toBe(
      '由本机运营者提供，邮箱（本地模式未填写）。',
    )
  })

  test.each([
    ['a type that is not known', { cookies: entry }, 'index.json'],
    ['a type that is missing', { membership: undefined }, 'index.json：membership'],
    ['a day that is none', { membership: { ...entry, effectiveDate: '2026-02-30' } }, 'membership.effectiveDate'],
    ['a version that does not sort', { membership: { ...entry, version: 'v2' } }, 'membership.version'],
    ['an empty title', { membership: { ...entry, title: '' } }, 'membership.title'],
  ])('are refused with %s', (_what, deviation, stated) => {
    expect(() => parse(deviation)).toThrow(stated)
  })

  test('with an unreadable text are refused, and the error names the file', () => {
    expect(() => parse({}, '## 一、范围\n\n**重点**')).toThrow('user_protocol.md：第 3 行')
    expect(() => parseAgreements('{', () => text)).toThrow('index.json')
  })
})

describe('the shipped agreements', () => {
  const agreements = loadAgreements({ fillsPlaceholders: false, trackingDays: 180 })
  const rules = loadMembershipRules()
  const numerals = '一 二 三 四 五 六 七 八 九 十 十一 十二 十三 十四 十五'.split(' ')

  test.each(agreementTypes)('%s is complete: numbered sections, full sentences, readable length', (type) => {
    const { preface, content } = agreements.texts[type]
    expect(content.map(({ heading }) => heading.split('、')[0])).toEqual(numerals.slice(0, content.length))
    expect(preface.length).toBeGreaterThan(0)
    const blocks = [...preface, ...content.flatMap((section) => section.blocks)]
    for (const block of blocks) expect(block.text).toMatch(/[。：；]$/)
    const length = blocks.reduce((sum, block) => sum + Array.from(block.text).length, 0)
    expect(length).toBeGreaterThanOrEqual(1_200)
    expect(length).toBeLessThanOrEqual(3_000)
  })

  test.each([
    ['privacy_policy', `搜索历史（最多 ${SEARCH_HISTORY_LIMIT} 条）`],
    ['privacy_policy', `最近浏览的企业（最多 ${VIEW_HISTORY_LIMIT} 家）`],
    ['privacy_policy', `${DEACTIVATION_DAYS} 天内可以撤销`],
    ['user_protocol', `${DEACTIVATION_DAYS} 天内可以撤销`],
    ['membership', `注销等待期为 ${DEACTIVATION_DAYS} 天`],
    ['membership', `至多各选 ${rules.careerLimit} 项`],
    ['membership', `至多各选 ${rules.industryLimit} 项`],
  ] as const)('%s says what is done: %s', (type, said) => {
    expect(JSON.stringify(agreements.texts[type])).toContain(said)
  })
})
