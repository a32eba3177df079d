import { describe, expect, it } from 'vitest'
import { isNewerStatement, legalRepresentativeTitle, officeIsOld, successorOf } from './legal-representative.ts'

describe('an office', () => {
  it.each([
    ['2021', '2023-12-31T23:59:59Z', false],
    ['2021', '2024-01-01T00:00:00Z', true],
    ['2024-05', '2026-05-31T23:59:59Z', false],
    ['2024-05', '2026-06-01T00:00:00Z', true],
    ['2024-05-14', '2026-05-14T23:59:59Z', false],
    ['2024-05-14', '2026-05-15T00:00:00Z', true],
  ])('dated %s is, at %s, old: %s', (asOf, now, old) => {
    expect(officeIsOld(asOf, Date.parse(now))).toBe(old)
  })

  it('without a date is old', () => {
    expect(officeIsOld(null, 0)).toBe(true)
  })

  it.each([
    ['有限责任公司（自然人独资）', '法定代表人'],
    ['有限合伙企业', '执行事务合伙人'],
    ['有限责任公司分公司', '负责人'],
    ['个人独资企业', '负责人'],
    ['个体工商户', '经营者'],
    [null, '法定代表人'],
  ])('in %s is called %s', (type, title) => {
    expect(legalRepresentativeTitle(type)).toBe(title)
  })
})

describe('a statement', () => {
  it.each([
    ['2024-05', '2021', true],
    ['2022-01-01', '2021', true],
    ['2021-06', '2021', false],
    ['2021', '2021-06', false],
    ['2021', '2024-05', false],
    [null, '2021', false],
    ['2021', null, false],
  ])('of %s is newer than one of %s: %s', (asOf, other, isNewer) => {
    expect(isNewerStatement(asOf, other)).toBe(isNewer)
  })
})

const officer = (name: string, positions: string[], asOf: string | null = '2024-05') => ({
  name,
  positions,
  sourceId: 'facts',
  asOf,
})

describe('the successor of an old legal representative', () => {
  const now = Date.parse('2026-11-26')
  const stated = { name: '演示甲', asOf: '2019' }
  const chairman = officer('演示乙', ['董事长'])
  const manager = officer('演示丙', ['总经理'])
  const secretary = officer('演示丁', ['董事会秘书'])

  it('is the chairman of a newer source, else the manager', () => {
    const successor = { name: '演示乙', position: '董事长', sourceId: 'facts', asOf: '2024-05' }
    expect(successorOf(stated, [secretary, manager, chairman], now)).toEqual(successor)
    expect(successorOf(stated, [secretary, manager], now)).toMatchObject({ name: '演示丙', position: '总经理' })
    expect(successorOf(stated, [officer('演示乙', ['董事长兼总裁'])], now)).toMatchObject({ position: '董事长' })
    const newest = officer('演示戊', ['总经理'], '2025')
    expect(successorOf(stated, [chairman, newest], now)).toMatchObject({ name: '演示戊' })
  })

  it.each([
    ['he is an officer still', stated, [chairman, officer(' 演示 甲', ['董事'])]],
    ['the officers are as old', { ...stated, asOf: '2024-05' }, [chairman]],
    ['the officers are older', stated, [officer('演示乙', ['董事长'], '2018')]],
    ['the officers have no date', stated, [officer('演示乙', ['董事长'], null)]],
    ['the statement has no date', { ...stated, asOf: null }, [chairman]],
    ['the statement is recent', { ...stated, asOf: '2025' }, [officer('演示乙', ['董事长'], '2026-06')]],
    ['no newer source names who leads', stated, [secretary, officer('演示乙', ['副董事长', '副总经理', '监事'])]],
    ['there are no officers', stated, []],
  ])('is nobody when %s', (_why, statement, officers) => {
    expect(successorOf(statement, officers, now)).toBeNull()
  })
})
