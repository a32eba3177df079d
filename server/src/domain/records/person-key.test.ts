import { expect, it } from 'vitest'
import { personKey } from './person-key.ts'

it('widths, spaces, dots and invisible characters make no other person', () => {
  for (const name of ['阿依演示', '阿依·演示', '阿依 演示', '阿依\u200b演示', '\u202e阿依演示\u3164']) {
    expect(personKey(name)).toBe('阿依演示')
  }
})
