import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findNamesakes, namesakeLabel } from './company-row.tsx'

const row = (id: string, name: string) => ({ id, name })

describe('findNamesakes', () => {
  it('finds companies with equal names, ignoring width and blanks', () => {
    const rows = [
      row('a', '澜山（演示）商行'),
      row('b', '澜山(演示) 商行'),
      row('c', '云岚演示商行'),
      row('d', '澜山演示商行'),
    ]
    expect([...findNamesakes(rows)].toSorted()).toEqual(['a', 'b'])
  })

  it('counts a repeated row as one company', () => {
    expect(findNamesakes([row('a', '演示'), row('a', '演示')]).size).toBe(0)
  })

  it('marks a company if and only if another row has its name', () => {
    const rows = fc.uniqueArray(
      fc.record({ id: fc.nat(50).map(String), name: fc.constantFrom('甲', '乙', '丙', '丁') }),
      {
        selector: ({ id }) => id,
      },
    )
    fc.assert(
      fc.property(rows, (list) => {
        const found = findNamesakes(list)
        for (const { id, name } of list) {
          expect(found.has(id)).toBe(list.some((other) => other.id !== id && other.name === name))
        }
      }),
    )
  })
})

describe('namesakeLabel', () => {
  it('shows the region and the end of the credit code, or whichever is known', () => {
    const creditCode = '91990002MA0FCT021R'
    expect(namesakeLabel({ region: '演示省演示市', creditCode })).toBe('演示省演示市 · 信用代码尾号 CT021R')
    expect(namesakeLabel({ region: null, creditCode })).toBe('信用代码尾号 CT021R')
    expect(namesakeLabel({ region: '演示省演示市', creditCode: null })).toBe('演示省演示市')
    expect(namesakeLabel({ region: null, creditCode: null })).toBeNull()
  })
})
