import { expect, it } from 'vitest'
import { companyIdFrom } from './entity-matching.ts'

it('the same key always gives the same id, and different keys give different ids', () => {
  expect(companyIdFrom('cn-stock', '002594')).toBe('c0qxa4t0jh713dk1q')
  const keys = Array.from({ length: 20_000 }, (_none, at) => String(at))
  const ids = keys.map((key) => companyIdFrom('cn-stock', key))
  expect(new Set(ids).size).toBe(keys.length)
  expect(ids.every((id) => /^c[0-9a-hjkmnp-tv-z]{16}$/.test(id))).toBe(true)
})

it('the same key in another scheme gives another id', () => {
  expect(companyIdFrom('a', '1')).not.toBe(companyIdFrom('b', '1'))
})
