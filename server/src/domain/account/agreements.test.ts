import { DEACTIVATION_DAYS } from '@baiqicha/contract/account'
import { agreementTypes } from '@baiqicha/contract/agreements'
import { SEARCH_HISTORY_LIMIT, VIEW_HISTORY_LIMIT } from '@baiqicha/contract/history'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadAgreements, loadMembershipRules } from '../../platform/reference-data.ts'
import { composeAgreements, fillPlaceholders, parseAgreementText, readAgreementSources } from './agreements.ts'

const entry = { title: '协议', version: '2026-11-22', effectiveDate: '2026-11-22', changeSummary: null }
const index = { user_protocol: entry, privacy_policy: entry, membership: entry }
const sampleText = '## 一、范围\n\n由【运营者名称】提供。'

const parse = (deviation: object, markdown = sampleText) =>
  composeAgreements(readAgreementSources(JSON.stringify({ ...index, ...deviation }), () => markdown))

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
    expect(() => readAgreementSources('{', () => sampleText)).toThrow('index.json')
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

const paragraph = (text: string) => ({ kind: 'paragraph', text })
const item = (text: string) => ({ kind: 'item', text })

describe('the text of an agreement', () => {
  test('consists of a preface and sections of paragraphs and items', () => {
    const markdown =
      '前言。\n\n## 一、范围\n\n第一段。\n\n- 其一；\n- 其二。\n\n第二段。\n\n## 二、其他\r\n\r\n完。\r\n'
    expect(parseAgreementText(markdown)).toEqual({
      preface: [paragraph('前言。')],
      content: [
        { heading: '一、范围', blocks: [paragraph('第一段。'), item('其一；'), item('其二。'), paragraph('第二段。')] },
        { heading: '二、其他', blocks: [paragraph('完。')] },
      ],
    })
  })

  test.each([
    ['a heading of another level', '# 标题'],
    ['a deeper heading', '### 标题'],
    ['a heading without its space', '##标题'],
    ['emphasis', '这是**重点**。'],
    ['underlined emphasis', '这是__重点__。'],
    ['a link', '见[隐私政策](https://example.com)。'],
    ['a picture', '![图](a.png)'],
    ['a tag', '换行<br>'],
    ['code', '输入`token`。'],
    ['a quotation', '> 引文'],
    ['a table', '| 甲 | 乙 |'],
    ['a numbered item', '1. 其一'],
    ['an item with a star', '* 其一'],
    ['an item with its dash alone', '-其一'],
    ['a rule', '---'],
    ['an indented line', '  其一'],
    ['an indented item within an item', '- - 其一'],
    ['a line that ends in spaces', '一段。  '],
    ['a direction that turns round', '一\u202e段。'],
    ['a control character', '一\u0007段。'],
    ['a space that does not break', '一\u00a0段。'],
  ])('with %s is refused, and the error names the line', (_what, line) => {
    expect(() => parseAgreementText(`## 一、范围\n\n首段。\n${line}\n`)).toThrow(/^第 4 行/)
  })

  test('requires sections with content', () => {
    expect(() => parseAgreementText('只有一段。')).toThrow('没有任何章节')
    expect(() => parseAgreementText('## 一、范围\n\n## 二、其他\n\n完。')).toThrow('“一、范围”之下没有内容')
  })

  test('never shows markup as text and never loses a word', () => {
    const line = fc.string({ unit: fc.constantFrom('字', '#', '-', ' ', '*', '1', '.', '<', '`', '[', '](') })
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        let read: ReturnType<typeof parseAgreementText>
        try {
          read = parseAgreementText(`## 始\n\n${lines.join('\n')}\n终`)
        } catch {
          return
        }
        const stated = read.content.flatMap(({ heading, blocks }) => [heading, ...blocks.map(({ text }) => text)])
        expect(stated.join('').replaceAll(' ', '')).toBe(
          `始${lines.map((written) => written.replace(/^(## |- )/, '')).join('')}终`.replaceAll(' ', ''),
        )
        for (const text of stated) expect(text).not.toMatch(/^#|^[-*] |[<`]|\*\*|\]\(/)
      }),
      { numRuns: 2_000 },
    )
  })
})
