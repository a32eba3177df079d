import { expect, test } from 'vitest'
import { formatShanghaiMinute } from './days.ts'

test('the minute is stated in China’s time', () => {
  expect(formatShanghaiMinute('2028-11-20T16:05:59.000Z')).toBe('2028-11-21 00:05')
})
