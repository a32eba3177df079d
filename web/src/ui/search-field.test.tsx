import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { SearchField } from './search-field.tsx'

function renderField(initial = '') {
  const onChange = vi.fn<(value: string) => void>()
  const onSubmit = vi.fn<(value: string) => void>()
  function Holder() {
    const [value, setValue] = useState(initial)
    const change = (next: string) => {
      onChange(next)
      setValue(next)
    }
    return <SearchField value={value} onChange={change} onSubmit={onSubmit} placeholder="企业名称" submitLabel="搜索" />
  }
  render(<Holder />)
  const input = screen.getByRole('searchbox', { name: '搜索企业' })
  return { onChange, onSubmit, input, user: userEvent.setup() }
}

test('emits nothing during IME composition and the result once', () => {
  const { onChange, input } = renderField()
  fireEvent.compositionStart(input)
  fireEvent.change(input, { target: { value: 'b' } })
  fireEvent.change(input, { target: { value: 'bi' } })
  expect(input).toHaveProperty('value', 'bi')
  expect(onChange).not.toHaveBeenCalled()
  fireEvent.change(input, { target: { value: '比' } })
  fireEvent.compositionEnd(input, { data: '比' })
  expect(onChange.mock.calls).toEqual([['比']])
})

test('the key that ends a composition does not submit', () => {
  const { onSubmit, input } = renderField('比')
  fireEvent.compositionStart(input)
  fireEvent.submit(screen.getByRole('form', { name: '搜索' }))
  expect(onSubmit).not.toHaveBeenCalled()
  fireEvent.compositionEnd(input)
  fireEvent.submit(screen.getByRole('form', { name: '搜索' }))
  expect(onSubmit.mock.calls).toEqual([['比']])
})

test('清空 empties the field and keeps the focus in it', async () => {
  const { onChange, input, user } = renderField('比亚迪')
  await user.click(screen.getByRole('button', { name: '清空' }))
  expect(onChange.mock.calls).toEqual([['']])
  expect(document.activeElement).toBe(input)
  expect(screen.queryByRole('button', { name: '清空' })).toBeNull()
})

test('the placeholder shows only in an empty field', async () => {
  const { input, user } = renderField()
  expect(screen.getByText('企业名称')).toBeTruthy()
  await user.type(input, 'b')
  expect(screen.queryByText('企业名称')).toBeNull()
})
