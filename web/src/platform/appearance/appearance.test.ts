import { beforeEach, expect, test, vi } from 'vitest'

const root = document.documentElement

/** Imports the module as on a page load, with a stored value. */
async function loadWith(stored: string | null) {
  if (stored !== null) localStorage.setItem('appearance', stored)
  vi.resetModules()
  const { applyAppearance } = await import('./appearance.ts')
  applyAppearance()
  return [root.getAttribute('data-theme'), root.hasAttribute('data-elder')]
}

beforeEach(() => localStorage.clear())

test.each([
  [null, [null, false]],
  ['{"theme":"dark","isElder":true}', ['dark', true]],
  ['{"theme":"light","isElder":false}', ['light', false]],
  ['{"theme":"system","isElder":true}', [null, true]],
  ['{"theme":"pink"}', [null, false]],
  ['not json', [null, false]],
])('applies the stored value %s at start', async (stored, applied) => {
  expect(await loadWith(stored)).toEqual(applied)
})
