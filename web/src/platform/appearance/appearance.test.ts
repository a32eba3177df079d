import { beforeEach, expect, test, vi } from 'vitest'

const root = document.documentElement

/** Loads the module anew with this value in storage; null: none. Returns the attributes it sets. */
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
])('stored %s is applied at start', async (stored, applied) => {
  expect(await loadWith(stored)).toEqual(applied)
})
