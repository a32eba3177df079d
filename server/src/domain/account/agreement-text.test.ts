import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAgreementText } from './agreement-text.ts'

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
