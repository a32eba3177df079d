import { describe, expect, it } from 'vitest'
import { auditActionLabel, changesOf, changesText } from './audit.ts'

const row = (before: object | null, after: object | null) => ({
  before: before && JSON.stringify(before),
  after: after && JSON.stringify(after),
})

describe('the fields of an audit row', () => {
  it('are words, with what was before', () => {
    const decided = row({ state: '核查中', result: null }, { state: '已办结', result: '维持', suppression: null })
    expect(changesText(decided)).toBe('状态：核查中 → 已办结，结果：维持')
  })

  it('leave out what did not change, and translate roles and marks', () => {
    expect(changesText(row({ roles: ['review'], a: 1 }, { roles: ['review', 'support'], a: 1 }))).toBe(
      '角色：核查 → 核查、客服',
    )
    expect(changesText(row({ hidden: false }, { hidden: true }))).toBe('隐藏：否 → 是')
  })

  it('are kept when a row has another form, or fields without a word', () => {
    expect(changesOf({ before: null, after: 'no JSON' })).toEqual([])
    expect(changesOf(row(null, { effects: { rows: 2 } }))).toEqual([
      { label: 'effects', before: null, after: '{"rows":2}' },
    ])
    expect(changesOf(row(null, { constructor: 'x' }))).toEqual([{ label: 'constructor', before: null, after: 'x' }])
  })

  it('belong to an action that keeps its name without a word', () => {
    expect([auditActionLabel('userLocked'), auditActionLabel('toString')]).toEqual(['停用账户', 'toString'])
  })
})
