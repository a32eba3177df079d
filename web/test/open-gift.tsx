import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { expect, vi } from 'vitest'
import { openGiftModal, useGiftStore } from '../src/domain/gift/gift-store.ts'
import { GiftModalHost } from '../src/features/gift/gift-modal-host.tsx'
import { connectApi, createQueryClient } from '../src/platform/api/client.ts'
import { readToken } from '../src/platform/session/session-store.ts'
import { ToastHost } from '../src/ui/toast.tsx'
import { InMemoryRouter } from './in-memory-router.tsx'

/** Renders the modal over a page with one button, and collects the calls to its opener. */
export async function openGift({ source = 'home', isReloaded = true } = {}) {
  const calls: string[] = []
  const reloadApp = vi.fn(async () => {
    calls.push('reload')
    return isReloaded
  })
  const onClose = () => void calls.push('close')
  useGiftStore.subscribe((now, before) => now.isGuideOpen && !before.isGuideOpen && calls.push('open guide'))
  const onNoSession = vi.fn<() => void>()
  connectApi({
    readToken,
    exchangePendingTicket: async () => {},
    showFailure: (sentence) => void calls.push(sentence),
    onNoSession,
    onLocked: () => {},
  })
  const view = render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <button type="button" onClick={() => openGiftModal({ source, onClose })}>
          打开
        </button>
        <InMemoryRouter>
          <GiftModalHost reloadApp={reloadApp} />
        </InMemoryRouter>
        <ToastHost />
      </QueryClientProvider>
    </StrictMode>,
  )
  const user = userEvent.setup()
  const open = async () => {
    await user.click(screen.getByRole('button', { name: '打开' }))
    return screen.findByRole('dialog', { name: '新用户会员礼' })
  }
  return { ...view, user, calls, onNoSession, open, modal: within(await open()) }
}

export type Opened = Awaited<ReturnType<typeof openGift>>

export const toast = () => screen.getByRole('status').textContent
export const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog', { name: '新用户会员礼' })).toBeNull())
export const header = ({ modal }: Opened, title: string) => modal.getByRole('button', { name: new RegExp(`^${title}`) })
export const claimButton = ({ modal }: Opened) => modal.getByRole('button', { name: '立即领取' })

export async function tap({ user, modal }: Opened, ...names: string[]) {
  for (const name of names) await user.click(await modal.findByRole('button', { name }))
}

export async function chooseBoth(opened: Opened) {
  await tap(opened, '求职者')
  await opened.user.click(header(opened, '所属行业'))
  await tap(opened, '制造业')
}
