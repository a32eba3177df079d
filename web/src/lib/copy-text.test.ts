import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './copy-text.ts'

/** Stubs the Clipboard API and `execCommand`. `writeText` null: the browser has no Clipboard API. */
function stubClipboard(writeText: (() => Promise<void>) | null, copies: () => boolean) {
  vi.stubGlobal('navigator', writeText === null ? {} : { clipboard: { writeText } })
  document.execCommand = copies
}

afterEach(() => vi.unstubAllGlobals())

test('copying uses the Clipboard API first', async () => {
  const writeText = vi.fn(async () => {})
  const copies = vi.fn(() => true)
  stubClipboard(writeText, copies)
  expect(await copyText('91990002MA0FCT021R')).toBe(true)
  expect(writeText).toHaveBeenCalledWith('91990002MA0FCT021R')
  expect(copies).not.toHaveBeenCalled()
})

test.each([
  ['is missing', null],
  ['refuses', () => Promise.reject(new Error('refused'))],
])('when the Clipboard API %s, the text is copied by selection and no element remains', async (_name, writeText) => {
  let selected = ''
  stubClipboard(writeText, () => {
    selected = document.querySelector('textarea')?.value ?? ''
    return true
  })
  expect(await copyText('代码')).toBe(true)
  expect(selected).toBe('代码')
  expect(document.querySelector('textarea')).toBeNull()
})

test.each([
  ['returns false', () => false],
  [
    'throws',
    () => {
      throw new Error('not allowed')
    },
  ],
])('when copying by selection %s too, the result is false', async (_name, copies) => {
  stubClipboard(null, copies)
  expect(await copyText('代码')).toBe(false)
})
