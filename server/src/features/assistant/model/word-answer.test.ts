import { describe, expect, it } from 'vitest'
import type { Statement } from '../answer/statement.ts'
import { mergeStatements, readStatements } from './word-answer.ts'

const facts = [
  { n: 1, evidenceId: 'e1', field: 'capital' },
  { n: 2, evidenceId: 'e1', field: 'founded' },
  { n: 3, evidenceId: 'e2', field: 'total' },
]

function read(text: string, isCut = false) {
  const rejected: string[] = []
  return { statements: readStatements({ text, isCut }, facts, (reason) => rejected.push(reason)), rejected }
}

const statement = (text: string, ...cited: [evidenceId: string, ...fields: string[]][]): Statement => ({
  text,
  startsParagraph: false,
  citations: cited.map(([evidenceId, ...fields]) => ({ evidenceId, fields })),
})

describe('sentences of a language model', () => {
  it.each([
    ['甲为 500 万元。[1]', '甲为 500 万元。', [['e1', 'capital']]],
    ['- 甲为 500 万元。[1][2]', '甲为 500 万元。', [['e1', 'capital', 'founded']]],
    [
      '1. **甲**为 500 万元【1，3】。',
      '甲为 500 万元。',
      [
        ['e1', 'capital'],
        ['e2', 'total'],
      ],
    ],
  ] as const)('%s cites the fields of its numbers', (line, text, cited) => {
    const [first] = read(line).statements
    expect(first).toEqual(statement(text, ...cited.map(([id, ...fields]): [string, ...string[]] => [id, ...fields])))
  })

  it.each([
    ['甲为 500 万元。', 'citation'],
    ['甲为 500 万元。[9]', 'citation'],
    ['甲为 500 万元。[1][9]', 'citation'],
    ['The capital is 5 million. [1]', 'language'],
  ])('%s is none', (line, reason) => {
    expect(read(line)).toEqual({ statements: [], rejected: [reason] })
  })

  it('end before the one that the limit of tokens cut', () => {
    expect(read('甲为 500 万元。[1]\n乙为 6', true)).toEqual({
      statements: [statement('甲为 500 万元。', ['e1', 'capital'])],
      rejected: [],
    })
  })

  it('replace the composed ones whose every field they cite, and no other', () => {
    const composed = [
      { ...statement('资本 500 万元。', ['e1', 'capital']), startsParagraph: true },
      statement('共 3 条。', ['e2', 'total']),
      statement('仅供参考。'),
    ]
    const worded = statement('注册资本为 500 万元。', ['e1', 'capital'])
    expect(mergeStatements(composed, [worded])).toEqual({
      statements: [{ ...worded, startsParagraph: true }, composed[1], composed[2]],
      isByModel: true,
    })
    expect(mergeStatements(composed, [])).toEqual({ statements: composed, isByModel: false })
  })
})
