import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { InMemoryRouter } from '../../../test/in-memory-router.tsx'
import type { OwnershipNode } from './ownership.ts'
import { OwnershipPicture } from './ownership-picture.tsx'

const holder: OwnershipNode = {
  path: 'up c-1 c-2',
  name: '澜山演示控股',
  companyId: 'c-2',
  percent: 60,
  shares: [60],
  isPerson: false,
  isAbroad: false,
  isCircular: false,
  parentNote: null,
  isBeyond: true,
  state: 'closed',
  children: [],
  isCovered: true,
  unread: 0,
}

const facts = { title: '澜山演示贸易 股权穿透', source: '演示来源', link: 'https://example.com', isDemo: true }
const textsOfPicture = () => Array.from(document.querySelectorAll('svg text'), (text) => text.textContent)

function show(up: OwnershipNode[] = [holder], marked: readonly string[] = []) {
  const toggle = vi.fn<() => void>()
  const answered = { tree: undefined, error: null }
  const unread = { up: 0, down: 0 }
  const ownership = {
    holders: answered,
    holdings: answered,
    up,
    down: [],
    unread,
    marked: new Set(marked),
    toggle,
    retry: () => {},
  }
  render(
    <InMemoryRouter>
      <OwnershipPicture name="澜山演示贸易" companyId="c-1" ownership={ownership} facts={facts} />
    </InMemoryRouter>,
  )
  const layer = document.querySelector<HTMLElement>('div:has(> svg)')
  const [button] = screen.getAllByRole('button', { name: /^(?:展开|收起)/ })
  if (button === undefined) throw new Error('no node')
  return { toggle, transform: () => layer?.style.transform, button }
}

const at = (clientX: number, clientY: number, pointerId = 1) => ({ clientX, clientY, pointerId })

test('one finger pans the picture without tapping the node under it', () => {
  const { toggle, transform, button } = show()
  fireEvent.pointerDown(button, at(100, 100))
  fireEvent.pointerMove(button, at(140, 90))
  fireEvent.pointerUp(button, at(140, 90))
  fireEvent.click(button)
  expect(transform()).toBe('translate(40px, -10px) scale(1)')
  expect(toggle).not.toHaveBeenCalled()
  fireEvent.click(button)
  expect(toggle).toHaveBeenCalledTimes(1)
})

test('two fingers and the buttons zoom, and a button resets the view', () => {
  const { transform, button } = show()
  fireEvent.pointerDown(button, at(100, 100))
  fireEvent.pointerDown(button, at(200, 100, 2))
  fireEvent.pointerMove(button, at(250, 100, 2))
  expect(transform()).toContain('scale(1.5)')
  fireEvent.pointerUp(button, at(250, 100, 2))
  fireEvent.pointerUp(button, at(100, 100))
  fireEvent.click(screen.getByRole('button', { name: '缩小' }))
  fireEvent.click(screen.getByRole('button', { name: '复位' }))
  expect(transform()).toContain('scale(1)')
})

test('in a stack the shareholders of a company stand below it with their product, not below the node before', () => {
  const person = (name: string, shares: number[]): OwnershipNode => ({
    ...holder,
    path: `up c-1 ${name}`,
    name,
    companyId: null,
    percent: shares[0] ?? null,
    shares,
    isPerson: true,
    state: 'end',
  })
  const company = {
    ...holder,
    percent: 22.5,
    shares: [22.5],
    state: 'open',
    children: [person('演示己', [62, 22.5])],
  } as const
  // More than four nodes never fit side by side.
  show([person('演示戊', [34.2]), company, person('演示甲', [9]), person('演示乙', [8]), person('演示丙', [7])])
  const names = Array.from(document.querySelectorAll('li bdi'), (name) => name.textContent)
  expect(names.slice(0, 3)).toEqual(['演示戊', '澜山演示控股', '演示己'])
  expect(screen.getByText('62% × 22.5% = 13.95%', { selector: 'span' })).toBeTruthy()
  expect(textsOfPicture()).toEqual(expect.arrayContaining([...names.slice(0, 3), '62%', '62% × 22.5% = 13.95%']))
})

test('the wheel zooms with Ctrl and otherwise scrolls the page, never below the size at rest', () => {
  const { transform, button } = show()
  fireEvent.wheel(button, { deltaY: -300 })
  expect(transform()).toContain('scale(1)')
  fireEvent.wheel(button, { deltaY: -300, ctrlKey: true })
  expect(transform()).toContain('scale(1.8')
  fireEvent.wheel(button, { deltaY: 3_000, ctrlKey: true })
  expect(transform()).toContain('scale(1)')
})

test('marks the way of a holder, and unfolds a level that would hide it', () => {
  const holders = Array.from({ length: 6 }, (_, place) => ({
    ...holder,
    path: `up c-1 h-${place}`,
    name: `演示第${place}`,
    percent: 20 - place,
  }))
  show(holders)
  expect(textsOfPicture()).not.toContain('演示第5')
  cleanup()
  show(holders, ['up c-1 h-5'])
  expect(textsOfPicture()).toContain('演示第5')
  const widths = Array.from(document.querySelectorAll<SVGElement>('svg rect'), ({ style }) => style.strokeWidth)
  expect(widths.filter((width) => width.startsWith('2'))).toHaveLength(1)
})
