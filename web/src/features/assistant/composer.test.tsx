import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Composer } from './composer.tsx'

function openComposer() {
  const onSubmit = vi.fn()
  render(
    <Composer
      text="比亚迪的"
      onChange={() => {}}
      placeholder=""
      isBusy={false}
      isFocusedFirst={false}
      onSubmit={onSubmit}
    />,
  )
  return { onSubmit, field: screen.getByRole('textbox', { name: '问题' }) }
}

test.each([
  ['of Chrome and Firefox, within the composition', { isComposing: true, keyCode: 229 }],
  ['of Chrome on some systems', { isComposing: true, keyCode: 13 }],
  ['of Safari, after the composition', { isComposing: false, keyCode: 229 }],
])('Enter that chooses a word sends nothing: %s', (_engine, key) => {
  const { onSubmit, field } = openComposer()
  fireEvent.compositionStart(field)
  if (!key.isComposing) fireEvent.compositionEnd(field)
  fireEvent.keyDown(field, { key: 'Enter', ...key })
  expect(onSubmit).not.toHaveBeenCalled()
})

test('Enter after the word sends the question, Shift + Enter does not', () => {
  const { onSubmit, field } = openComposer()
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13, shiftKey: true })
  expect(onSubmit).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  expect(onSubmit).toHaveBeenCalledTimes(1)
})
