import { describe, expect, it } from 'vitest'
import { remember } from './remember.ts'

describe('remember', () => {
  it('makes once what is asked for again', () => {
    const made: string[] = []
    const lengthOf = remember((text) => made.push(text))
    expect([lengthOf('a'), lengthOf('b'), lengthOf('a')]).toEqual([1, 2, 1])
    expect(made).toEqual(['a', 'b'])
  })

  it('never keeps more than its capacity', () => {
    const made: string[] = []
    const lengthOf = remember((text) => made.push(text), 2)
    for (const text of ['a', 'b', 'c', 'a']) lengthOf(text)
    expect(made).toEqual(['a', 'b', 'c', 'a'])
  })
})
