import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openGiftModal, useGiftStore } from '../../domain/gift/gift-store.ts'
import { ToastHost } from '../../ui/toast.tsx'
import { GiftModalHost } from './gift-modal-host.tsx'

vi.mock('./gift-popups.tsx', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

test('a modal whose code fails to load shows the reason, keeps the page and calls no close handler', async () => {
  const onClose = vi.fn<() => void>()
  render(
    <>
      <p>首页</p>
      <GiftModalHost reloadApp={async () => true} />
      <ToastHost />
    </>,
  )
  act(() => openGiftModal({ source: 'home', onClose }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('网络连接失败，请检查你的网络设置'))
  expect(screen.getByText('首页')).toBeTruthy()
  expect(useGiftStore.getState().isOpen).toBe(false)
  expect(onClose).not.toHaveBeenCalled()
})
