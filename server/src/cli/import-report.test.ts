import { expect, it } from 'vitest'
import { describePace, describeProgress } from './import-report.ts'

const progress = { fileName: 'companies.csv', rowsRead: 60_000, rejected: 3, share: 0.25 }

it('shows rate and remaining time', () => {
  expect(describeProgress(progress, 0, 30_000)).toBe(
    'companies.csv：25%，60000 行，每秒 2000 行，未收录 3，还需约 1 分 30 秒',
  )
})

it('counts only the rows of this run in the rate, and shows no time left before the first byte', () => {
  expect(describeProgress({ ...progress, rejected: 0, share: 0 }, 50_000, 10_000)).toBe(
    'companies.csv：0%，60000 行，每秒 1000 行，还需约 0 秒',
  )
})

it('shows a rate for any duration', () => {
  expect(describePace(1_000_000, 62_500)).toBe('用时 1 分 3 秒，每秒 16000 行')
  expect(describePace(1, 0)).toBe('用时 0 秒，每秒 1000 行')
})
