import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ErrorBoundary } from './error-boundary.tsx'

const at = (key: string) => ({ pathname: '/', search: '', hash: '', state: null, key })

function renderFailure(error: Error) {
  // React reports what a boundary caught.
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

test('a page that breaks is replaced by one that says so and offers two ways on', () => {
  renderFailure(new Error('broken on purpose'))
  expect(screen.getByRole('alert').textContent).toContain('页面出了点问题')
  expect(wordsOnButtons()).toEqual(['回首页', '重新加载'])
  expect(screen.queryByText(/broken on purpose/)).toBeNull()
})

test('a page whose code did not arrive says 网络连接失败 and offers another try', () => {
  renderFailure(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))
  expect(screen.getByRole('alert').textContent).toContain('网络连接失败，请检查你的网络设置')
  expect(wordsOnButtons()).toEqual(['重试'])
})

test('the error page is gone as soon as the reader goes elsewhere', () => {
  renderFailure(new Error('broken on purpose')).goElsewhere()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('其他页面')).toBeTruthy()
})
