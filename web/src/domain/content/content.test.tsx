import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { buildBanner } from '../../../test/home-answers.ts'
import { passTime } from '../../../test/time.ts'
import { BannerCarousel } from './content.tsx'

const banners = ['一', '二', '三'].map((n) => buildBanner({ id: n, title: `横幅${n}` }))

/** Renders the carousel as on Home. Returns the automatic moves as banner indices. */
function renderCarousel() {
  const moves: number[] = []
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(100)
  Element.prototype.scrollTo = (options?: ScrollToOptions | number) => {
    if (typeof options === 'object') moves.push((options.left ?? 0) / 100)
  }
  const element = <BannerCarousel banners={banners} actions={{ search: () => {}, open: () => true }} />
  render(element)
  return moves
}

beforeEach(() => {
  vi.useFakeTimers()
})

test('advances every 3 s and starts over after the last', () => {
  const moves = renderCarousel()
  passTime(2999)
  expect(moves).toEqual([])
  passTime(1)
  passTime(3000)
  passTime(3000)
  expect(moves).toEqual([1, 2, 0])
})

test('stops once touched', () => {
  const moves = renderCarousel()
  fireEvent.touchStart(screen.getByRole('list'))
  passTime(10_000)
  expect(moves).toEqual([])
})

test('pauses while focused', () => {
  const moves = renderCarousel()
  const first = screen.getByRole('button', { name: /横幅一/ })
  act(() => first.focus())
  moves.length = 0
  passTime(6000)
  expect(moves).toEqual([])
  act(() => first.blur())
  passTime(3000)
  expect(moves).toEqual([1])
})

test('pauses while the window is hidden', () => {
  const moves = renderCarousel()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  passTime(6000)
  expect(moves).toEqual([])
})

test('never starts with reduced motion', () => {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      matches: media === '(prefers-reduced-motion: reduce)',
      media,
      onchange: null,
      addListener() {},
      removeListener() {},
    }),
  )
  const moves = renderCarousel()
  passTime(10_000)
  expect(moves).toEqual([])
})
