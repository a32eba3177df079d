import { describe, expect, it, test } from 'vitest'
import { buildRecordRow } from '../../../test/record-builders.ts'
import { growOwnership, indirectShareText, type Level, levelKey, type OwnershipNode, pathsOfWays } from './ownership.ts'

const holder = (name: string, companyId: string | null, percent: number | null = 50) =>
  buildRecordRow('shareholderInfo', {
    id: `r-${name}`,
    fields: { name, percent, holderType: companyId === null ? '自然人股东' : '企业法人' },
    links: companyId === null ? {} : { name: companyId },
  })

const level = (...rows: Level['rows']): Level => ({ state: 'ready', rows, total: rows.length, isCovered: true })
const levelsOf = (levels: Record<string, Level>) =>
  new Map(Object.entries(levels).map(([id, one]) => [levelKey('up', id), one]))

const grow = (levels: Record<string, Level>, open: readonly string[] = []) =>
  growOwnership({ direction: 'up', levels: levelsOf(levels), open: new Set(open) }, 'c-1')

const byName = (nodes: readonly OwnershipNode[], name: string) => nodes.find((node) => node.name === name)

test('a person and an unidentified company are leaves', () => {
  const [person] = grow({ 'c-1': level(holder('演示甲', null)) })
  expect(person).toMatchObject({ name: '演示甲', isPerson: true, state: 'end', percent: 50 })
})

test('a company is collapsed until it is expanded, then loads', () => {
  const levels = { 'c-1': level(holder('澜山演示控股', 'c-2')) }
  const [closed] = grow(levels)
  expect(closed?.state).toBe('closed')
  const path = closed?.path ?? ''
  expect(grow(levels, [path])[0]?.state).toBe('loading')
  expect(grow({ ...levels, 'c-2': { state: 'failed', rows: [], total: 0, isCovered: false } }, [path])[0]?.state).toBe(
    'failed',
  )
  const [open] = grow({ ...levels, 'c-2': { ...level(holder('演示乙', null)), total: 30 } }, [path])
  expect(open).toMatchObject({ state: 'open', unread: 29 })
  expect(open?.children.map(({ name }) => name)).toEqual(['演示乙'])
})

test('a level without rows is known to be empty only where a source covers its company', () => {
  const levels = { 'c-1': level(holder('澜山演示控股', 'c-2')) }
  const path = grow(levels)[0]?.path ?? ''
  expect(grow({ ...levels, 'c-2': level() }, [path])[0]).toMatchObject({ children: [], isCovered: true })
  const uncovered = { ...level(), isCovered: false }
  expect(grow({ ...levels, 'c-2': uncovered }, [path])[0]).toMatchObject({ children: [], isCovered: false })
})

describe('an indirect share', () => {
  const levels = {
    'c-1': level(holder('澜山演示控股', 'c-2', 22.5), holder('演示戊', null, 34.2)),
    'c-2': level(holder('演示戊', null, 62), holder('澜山演示创投', 'c-3', 38), holder('演示己', null, null)),
    'c-3': level(holder('演示庚', null, 33.333)),
  }
  const open = ['up c-1 c-2', 'up c-1 c-2 c-3']
  const [company, person] = grow(levels, open)

  it('is the product of the shares on the way to the root, with its arithmetic', () => {
    const beyond = company?.children ?? []
    expect(beyond.map(indirectShareText)).toEqual(['62% × 22.5% = 13.95%', '38% × 22.5% = 8.55%', null])
    expect(beyond[1]?.children.map(indirectShareText)).toEqual(['33.33% × 38% × 22.5% = 2.85%'])
  })

  it('is no share of the first level, of a cycle, or beyond a share that is not published', () => {
    expect([company, person].map((node) => node && indirectShareText(node))).toEqual([null, null])
    expect(indirectShareText({ shares: [50, 50], isCircular: true })).toBeNull()
    expect(indirectShareText({ shares: [50, null, 50], isCircular: false })).toBeNull()
  })
})

describe('circular ownership', () => {
  const levels = {
    'c-1': level(holder('澜山演示控股', 'c-2')),
    'c-2': level(holder('澜山演示贸易', 'c-1'), holder('澜山演示控股', 'c-2'), holder('演示丙', null)),
  }

  it('is marked where a company appears among its own ancestors, and ends there', () => {
    const path = grow(levels)[0]?.path ?? ''
    const beyond = grow(levels, [path])[0]?.children ?? []
    expect(byName(beyond, '澜山演示贸易')).toMatchObject({ isCircular: true, state: 'end' })
    expect(byName(beyond, '澜山演示控股')).toMatchObject({ isCircular: true, state: 'end' })
    expect(byName(beyond, '演示丙')?.isCircular).toBe(false)
  })

  it('ends even when every path is expanded', () => {
    const anyPath = new Set<string>()
    anyPath.has = () => true
    const nodes = growOwnership({ direction: 'up', levels: levelsOf(levels), open: anyPath }, 'c-1')
    expect(nodes[0]?.children.every(({ children }) => children.length === 0)).toBe(true)
  })

  it('is not two paths to the same company: each expands by itself', () => {
    const twice = {
      'c-1': level(holder('澜山演示一', 'c-2'), holder('澜山演示二', 'c-3')),
      'c-2': level(holder('澜山演示源', 'c-4')),
      'c-3': level(holder('澜山演示源', 'c-4')),
    }
    const paths = grow(twice).map(({ path }) => path)
    const sources = grow(twice, paths).flatMap(({ children }) => children)
    expect(sources.map(({ isCircular, state }) => ({ isCircular, state }))).toEqual([
      { isCircular: false, state: 'closed' },
      { isCircular: false, state: 'closed' },
    ])
    expect(new Set(sources.map(({ path }) => path)).size).toBe(2)
  })
})

test('a way marks its companies by id and its person by name, and no other branch', () => {
  const levels = {
    'c-1': level(holder('澜山演示控股', 'c-2'), holder('演示甲', null)),
    'c-2': level(holder('演示甲', null), holder('演示乙', null)),
  }
  const path = `${levelKey('up', 'c-1')} c-2`
  const way = [
    { companyId: 'c-2', name: '澜山演示控股' },
    { companyId: null, name: '演示甲' },
  ]
  expect(pathsOfWays(grow(levels, [path]), [way])).toEqual([path, `${path} r-演示甲`])
  expect(pathsOfWays(grow(levels, [path]), [])).toEqual([])
})
