import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Tabs } from './tabs.tsx'

const items = [
  { key: 'one', label: '一', count: 3 },
  { key: 'two', label: '二' },
  { key: 'three', label: '三', count: 0 },
] as const
type Key = (typeof items)[number]['key']

function Holder() {
  const [value, setValue] = useState<Key>('one')
  return <Tabs trackId="ranking-tab" items={items} value={value} onChange={setValue} label="样例" />
}
const chosen = () => screen.getByRole('tab', { selected: true }).textContent

test('a tap selects a tab, and only the selected tab is in the tab order', async () => {
  const user = userEvent.setup()
  render(<Holder />)
  expect(chosen()).toBe('一3')
  await user.click(screen.getByRole('tab', { name: '二' }))
  expect(chosen()).toBe('二')
  expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([-1, 0, -1])
})

test('arrow keys wrap around, Home and End go to the ends, the focus follows', async () => {
  const user = userEvent.setup()
  render(<Holder />)
  await user.tab()
  await user.keyboard('{ArrowLeft}')
  expect(chosen()).toBe('三0')
  await user.keyboard('{ArrowRight}')
  expect(chosen()).toBe('一3')
  await user.keyboard('{End}')
  expect(chosen()).toBe('三0')
  await user.keyboard('{Home}')
  expect(chosen()).toBe('一3')
  expect(document.activeElement?.textContent).toBe('一3')
})
