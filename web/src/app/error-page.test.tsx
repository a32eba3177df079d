import { render, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, test, vi } from 'vitest'
import { ErrorPage } from './error-page.tsx'

function Broken(): never {
  throw new Error('broken on purpose')
}

test('a page that breaks is replaced by one that says so and offers two ways on', () => {
  // React reports what a boundary caught.
  const reported = vi.spyOn(globalThis.console, 'error').mockImplementation(() => {})
  const routes = [{ path: '/', Component: Broken, errorElement: <ErrorPage /> }]
  render(<RouterProvider router={createMemoryRouter(routes)} />)
  expect(screen.getByRole('alert').textContent).toContain('页面出了点问题')
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['回首页', '重新加载'])
  expect(screen.queryByText(/broken on purpose/)).toBeNull()
  reported.mockClear()
})
