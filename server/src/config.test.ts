import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { configRows } from './config-variables.ts'

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('the configuration', () => {
  it('needs nothing to be set', () => {
    const config = readConfig({})
    expect(config).toMatchObject({ port: 8080, host: '127.0.0.1', mode: 'local', logLevel: 'warn', demoData: true })
    expect(config.databaseUrl).toBeUndefined()
    expect(path.isAbsolute(config.dataDir)).toBe(true)
  })

  it('takes an empty variable for an unset one', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 8080 })
  })

  it.each([
    ['PORT', '80a'],
    ['PORT', '65536'],
    ['HOST', 'a b'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['APP_MODE', 'prod'],
    ['SMS_SENDER', 'aliyun'],
    ['TRUSTED_PROXIES', '10.0.0.0/8, proxy'],
    ['OPS_TOKEN', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['DEMO_DATA', 'yes'],
    ['FRAME_ANCESTORS', 'example.com;script-src *'],
    ['LOGO_HOSTS', 'https://img.example.com'],
    ['JUMP_HOSTS', 'a/b'],
    ['TEST_HOSTS', '*'],
  ])('refuses %s=%s in a sentence that names it', (name, value) => {
    const problems = problemsOf({ [name]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(name)
  })

  it('says that other senders come later', () => {
    expect(problemsOf({ SMS_SENDER: 'tencent' })[0]).toContain('后续版本')
  })

  it('tells all problems at once', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'y', DEMO_DATA: 'z' })).toHaveLength(3)
  })

  it('repeats no secret', () => {
    const told = problemsOf({ OPS_TOKEN: 'canary', DATABASE_URL: 'mysql://canary' }).join()
    expect(told).toContain('OPS_TOKEN')
    expect(told).not.toContain('canary')
  })

  it('refuses whatever shows codes in production', () => {
    const problems = problemsOf({ APP_MODE: 'production', SMS_OUTBOX_FILE: 'a', CAPTCHA_OUTBOX_FILE: 'b' })
    expect(problems.map((problem) => problem.split(/[ =]/)[0])).toEqual([
      'SMS_SENDER',
      'SMS_OUTBOX_FILE',
      'CAPTCHA_OUTBOX_FILE',
    ])
  })

  it('names a limits file that cannot be used, and what is wrong in it', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'baiqicha-limits-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = path.join(folder, 'limits.json')
    expect(problemsOf({ LIMITS_FILE: file })[0]).toContain('LIMITS_FILE')
    writeFileSync(file, '{"guessesPerSmsCode":0}')
    expect(problemsOf({ LIMITS_FILE: file })[0]).toContain('guessesPerSmsCode')
  })

  it.each(['README.md', 'README.zh-CN.md'])('stands in %s, every variable with its default and meaning', (name) => {
    const readme = readFileSync(path.join(import.meta.dirname, '..', '..', name), 'utf8')
    for (const row of configRows) {
      const cell = row.default === '' ? '' : `\`${row.default}\``
      const meaning = name === 'README.md' ? row.meaning : row.meaningZh
      expect.soft(readme).toContain(`| \`${row.name}\` | ${cell} | ${meaning} |`)
    }
  })
})
