import { describe, expect, it } from 'vitest'
import { createLogger, type LogFields } from './logger.ts'
import { redactUrl } from './redact.ts'

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

  it('logs an error with its cause', () => {
    const { parsed } = log({ error: new Error('outer', { cause: new Error('inner') }) })
    expect(parsed).toMatchObject({ error: 'outer', cause: { error: 'inner' } })
  })
})

describe('a logged URL', () => {
  it.each([
    ['/a?keyword=%E6%AF%94', '/a?keyword=%E6%AF%94'],
    ['/a?token=canary&x=1', '/a?token=[redacted]&x=1'],
    ['/a?x=1&%74oken=canary', '/a?x=1&token=[redacted]'],
    ['/a?TOKEN=canary', '/a?token=[redacted]'],
    [`/a?q=${mobile}`, '/a?q=138****0000'],
    ['/a?q=154%200000%200001&x=1', '/a?q=154****0001&x=1'],
    ['/a?q=154-0000-0001', '/a?q=154****0001'],
    ['/a?q=%2B86+154+0000+0001', '/a?q=154****0001'],
    [
      '/a?q=%EF%BC%91%EF%BC%95%EF%BC%94%EF%BC%90%EF%BC%90%EF%BC%90%EF%BC%90%EF%BC%90%EF%BC%90%EF%BC%90%EF%BC%91',
      '/a?q=154****0001',
    ],
    ['/a?q=99000119900307004X', '/a?q=990001********004X'],
    ['/a?q=91990001MA0TE5T16H', '/a?q=91990001MA0TE5T16H'],
    ['/v1/people/detail?companyId=c1&recordId=r5d-2_a', '/v1/people/detail?companyId=c1&recordId=r5d-2_a'],
    ['/v1/people/detail?companyId=c1&recordId=%E6%BC%94', '/v1/people/detail?companyId=c1&[redacted]'],
    ['/v1/people/detail?%E6%BC%94=1&role=legalRepresentative', '/v1/people/detail?[redacted]&role=legalRepresentative'],
    ['/a', '/a'],
    ['/a?%zz=1', '/a?%zz=1'],
  ])('%s becomes %s', (url, expected) => {
    expect(redactUrl(url)).toBe(expected)
  })
})
