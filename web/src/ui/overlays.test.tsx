import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { passTime } from '../../test/time.ts'
import { ConfirmDialogHost, confirmDialog } from './confirm-dialog.tsx'
import { closeOverlays } from './overlay-registry.ts'
import { ProgressBar } from './progress-bar.tsx'
import { Sheet } from './sheet.tsx'
import { showToast, ToastHost } from './toast.tsx'

test('a toast shows for 2 s in a live region; a new one replaces it', () => {
  vi.useFakeTimers()
  render(<ToastHost />)
  act(() => showToast('第一条'))
  passTime(1500)
  act(() => showToast('第二条'))
  expect(screen.getByRole('status').textContent).toBe('第二条')
  passTime(1999)
  expect(screen.getByRole('status').textContent).toBe('第二条')
  passTime(1)
  expect(screen.getByRole('status').textContent).toBe('')
})

const question = { title: '清空搜索历史？', text: '不可恢复', confirm: '清空', danger: true }

test('the two buttons resolve a confirmation', async () => {
  const user = userEvent.setup()
  render(<ConfirmDialogHost />)
  const first = confirmDialog(question)
  const dialog = await screen.findByRole('alertdialog', { name: '清空搜索历史？' })
  expect(
    within(dialog)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['取消', '清空'])
  await user.click(within(dialog).getByRole('button', { name: '清空' }))
  expect(await first).toBe(true)
  const second = confirmDialog(question)
  await user.click(await screen.findByRole('button', { name: '取消' }))
  expect(await second).toBe(false)
})

test('Esc and a second confirmation resolve the first to false', async () => {
  const user = userEvent.setup()
  render(<ConfirmDialogHost />)
  const first = confirmDialog(question)
  await screen.findByRole('alertdialog')
  const second = confirmDialog({ ...question, title: '另一个？' })
  expect(await first).toBe(false)
  await screen.findByRole('alertdialog', { name: '另一个？' })
  await user.keyboard('{Escape}')
  expect(await second).toBe(false)
})

function SheetHolder() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        打开
      </button>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title="筛选" foot={<button type="button">查看</button>}>
        内容
      </Sheet>
    </>
  )
}

const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const progress = () => screen.queryByRole('progressbar')?.getAttribute('value') ?? null

test('a sheet has a name, content and foot; 关闭, Esc and navigation close it', async () => {
  const user = userEvent.setup()
  render(<SheetHolder />)
  const open = async () => {
    await user.click(screen.getByRole('button', { name: '打开', hidden: true }))
    return screen.findByRole('dialog', { name: '筛选' })
  }

  expect((await open()).textContent).toBe('筛选内容查看')
  await user.click(screen.getByRole('button', { name: '关闭' }))
  await isClosed()
  await open()
  await user.keyboard('{Escape}')
  await isClosed()
  await open()
  act(() => closeOverlays())
  await isClosed()
})

test('the progress bar starts at 0.3, advances every 200 ms, and is complete at once at the end', () => {
  vi.useFakeTimers()
  const { rerender } = render(<ProgressBar active={false} />)
  expect(progress()).toBeNull()
  rerender(<ProgressBar active />)
  expect(progress()).toBe('0.3')
  passTime(199)
  expect(progress()).toBe('0.3')
  passTime(1)
  const crept = Number(progress())
  expect(crept).toBeGreaterThan(0.3)
  passTime(60_000)
  expect(Number(progress())).toBeLessThan(1)
  rerender(<ProgressBar active={false} />)
  expect(progress()).toBe('1')
  passTime(150)
  expect(progress()).toBeNull()
})
