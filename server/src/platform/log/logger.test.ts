import { describe, expect, it } from 'vitest'
import { createLogger, escapeForTerminal, type LogFields } from './logger.ts'

const mobile = `138${'0'.repeat(8)}`

function log(fields: LogFields, event = 'happened') {
  const lines: string[] = []
  createLogger('info', (line) => lines.push(line)).info(event, fields)
  const [line = ''] = lines
  return { lines, line, parsed: JSON.parse(line) }
}

describe('a log line', () => {
  it('is one JSON object with the declared fields', () => {
    const { lines, parsed } = log({ route: 'captcha', status: 200 })
    expect(lines).toHaveLength(1)
    expect(parsed).toMatchObject({ level: 'info', event: 'happened', route: 'captcha', status: 200 })
  })

  it('drops undeclared fields', () => {
    const withMore = { route: 'a', token: 'canary', body: { password: 'canary' } }
    expect(log(withMore).line).not.toContain('canary')
  })

  it('masks mobile numbers in every field', () => {
    const { line } = log({ detail: `for ${mobile}`, error: new Error(`Key (mobile)=(${mobile}) exists`) })
    expect(line).not.toContain(mobile)
    expect(line).toContain('138****0000')
  })

  it.each(['\u202e', '\u2066', '\u200f', '\u2028', '\u0085', '\u007f', '\u001b[2J', '\n'])(
    'escapes %j, so that a terminal does not interpret it',
    (character) => {
      const { line, parsed } = log({ detail: `a${character}b` })
      expect(line.trimEnd()).not.toContain(character)
      expect(parsed.detail).toBe(`a${character}b`)
    },
  )

  it('hides texts of the request in an error, in its causes and in their stacks', () => {
    const error = new Error('near "甲乙丙"', { cause: new Error('no 甲乙, no a') })
    const { line, parsed } = log({ error, hidden: ['甲乙', '甲乙丙', 'a', ''] })
    expect(parsed).toMatchObject({ error: 'near "[redacted]"', cause: { error: 'no [redacted], no a' } })
    expect(line).not.toMatch(/甲乙|hidden/)
  })

  it('logs an error with its cause', () => {
    const { parsed } = log({ error: new Error('outer', { cause: new Error('inner') }) })
    expect(parsed).toMatchObject({ error: 'outer', cause: { error: 'inner' } })
  })
})

it.each([
  ['\u001b[2J', '\\u001b[2J'],
  ['甲\n乙', '甲\\u000a乙'],
  ['a\u202eb', 'a\\u202eb'],
  ['a\u2066b\u0085', 'a\\u2066b\\u0085'],
  ['<b>演示</b> 👍', '<b>演示</b> 👍'],
])('%j is printed as one harmless line', (text, printed) => {
  expect(escapeForTerminal(text)).toBe(printed)
})
