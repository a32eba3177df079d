import { afterEach, expect, test, vi } from 'vitest'
import { copyToClipboard } from './copy-text.ts'

/** Stubs the clipboard API and the old copy command; null: the browser has no clipboard API. */
function stubClipboard(writeText: (() => Promise<void>) | null, copies: () => boolean) {
  vi.stubGlobal('navigator', writeText === null ? {} : { clipboard: { writeText } })
  document.execCommand = copies
}

afterEach(() => vi.unstubAllGlobals())

test('uses the clipboard API first', async () => {
  const writeText = vi.fn(async () => {})
  const copies = vi.fn(() => true)
  stubClipboard(writeText, copies)
  expect(await copyToClipboard('91990002MA0FCT021R')).toBe(true)
  expect(writeText).toHaveBeenCalledWith('91990002MA0FCT021R')
  expect(copies).not.toHaveBeenCalled()
})

test.each([
  ['is missing', null],
  ['refuses', () => Promise.reject(new Error('refused'))],
])('when it %s, uses the old copy command and removes its element', async (_name, writeText) => {
  let selected = ''
  stubClipboard(writeText, () => {
    selected = document.querySelector('textarea')?.value ?? ''
    return true
  })
  expect(await copyToClipboard('代码')).toBe(true)
  expect(selected).toBe('代码')
  expect(document.querySelector('textarea')).toBeNull()
})

test.each([
  ['says no', () => false],
  [
    'throws',
    () => {
      throw new Error('not allowed')
    },
  ],
])('when the old command %s too, returns false', async (_name, copies) => {
  stubClipboard(null, copies)
  expect(await copyToClipboard('代码')).toBe(false)
})
