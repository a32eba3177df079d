import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ErrorBoundary } from './error-boundary.tsx'

const at = (key: string) => ({ pathname: '/', search: '', hash: '', state: null, key })

function renderFailure(error: Error) {
  // React logs errors that a boundary catches.
  const reported = vi.spyOn(globalThis.console, 'error').mockImplementation(() => {})
  const Broken = () => {
    throw error
  }
  const view = render(
    <ErrorBoundary location={at('broken')}>
      <Broken />
    </ErrorBoundary>,
  )
  reported.mockClear()
  const goElsewhere = () =>
    view.rerender(
      <ErrorBoundary location={at('elsewhere')}>
        <p>其他页面</p>
      </ErrorBoundary>,
    )
  return { goElsewhere }
}

const wordsOnButtons = () => screen.getAllByRole('button').map((button) => button.textContent)

test('replaces a page that throws by the error page with two links', () => {
  renderFailure(new Error('broken on purpose'))
  expect(screen.getByRole('alert').textContent).toContain('页面出了点问题')
  expect(wordsOnButtons()).toEqual(['回首页', '重新加载'])
  expect(screen.queryByText(/broken on purpose/)).toBeNull()
})

test("shows 网络连接失败 and a retry when a page's code fails to load", () => {
  renderFailure(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))
  expect(screen.getByRole('alert').textContent).toContain('网络连接失败，请检查你的网络设置')
  expect(wordsOnButtons()).toEqual(['重试'])
})

test('hides the error page after a navigation', () => {
  renderFailure(new Error('broken on purpose')).goElsewhere()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('其他页面')).toBeTruthy()
})
