import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ErrorBoundary } from './error-boundary.tsx'

const at = (key: string) => ({ pathname: '/', search: '', hash: '', state: null, key })

function renderFailure(error: Error) {
  // React logs the errors that a boundary catches.
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

const buttonLabels = () => screen.getAllByRole('button').map((button) => button.textContent)

test('a page that throws is replaced by an error page with two buttons, which hides the message of the error', () => {
  renderFailure(new Error('broken on purpose'))
  expect(screen.getByRole('alert').textContent).toContain('页面出了点问题')
  expect(buttonLabels()).toEqual(['回首页', '重新加载'])
  expect(screen.queryByText(/broken on purpose/)).toBeNull()
})

test('a page whose code fails to load shows 网络连接失败 and a button to retry', () => {
  renderFailure(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))
  expect(screen.getByRole('alert').textContent).toContain('网络连接失败，请检查你的网络设置')
  expect(buttonLabels()).toEqual(['重试'])
})

test('a navigation replaces the error page', () => {
  renderFailure(new Error('broken on purpose')).goElsewhere()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('其他页面')).toBeTruthy()
})
