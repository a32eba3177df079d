import { expect, test } from 'vitest'
import { formatShanghaiMinute } from './shanghai-minute.ts'

test('a minute is that of China', () => {
  expect(formatShanghaiMinute('2026-12-31T16:05:59.000Z')).toBe('01-01 00:05')
})
