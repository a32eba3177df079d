import { expect, test } from 'vitest'
import { toastTop } from './toast.tsx'

const phone = { viewTop: 0, viewHeight: 812, height: 42 }

test('lies in the lower third of the view', () => {
  const top = toastTop(phone)
  expect(top).toBeGreaterThan((812 * 2) / 3)
  expect(top + 42).toBeLessThan(812)
})

test('lies above the keyboard', () => {
  expect(toastTop({ ...phone, viewTop: 40, viewHeight: 420 }) + 42).toBeLessThan(40 + 420)
})

test.each([
  ['covered', { top: 640, bottom: 688 }, 640 - 12 - 42],
  ['touched', { top: 560, bottom: 650 }, 560 - 12 - 42],
  ['at the top of the view', { top: 8, bottom: 800 }, 12],
])('does not cover the focused field: %s', (_name, field, top) => {
  expect(toastTop({ ...phone, field })).toBe(top)
})

test('ignores a focused field elsewhere', () => {
  expect(toastTop({ ...phone, field: { top: 100, bottom: 148 } })).toBe(toastTop(phone))
})
