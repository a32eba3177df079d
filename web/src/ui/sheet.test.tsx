// Imported here, so that loading does not count against a test's timeout.
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ConfirmDialogHost, confirmDialog } from './confirm-dialog.tsx'
import { Sheet, useSheetOnTap } from './sheet.tsx'
import './confirm-alert.tsx'
import './sheet-dialog.tsx'
import { userEvent } from '@testing-library/user-event'
import { showToast, ToastHost } from './toast.tsx'

const sheet = (isOpen: boolean, mustAnswer = false) => (
  <>
    <Sheet open={isOpen} onClose={() => {}} title="分享" mustAnswer={mustAnswer}>
      海报
    </Sheet>
    <ConfirmDialogHost />
    <ToastHost />
  </>
)

test('a sheet that opens removes the toast, which would cover it, and a later toast is shown over it', async () => {
  const { rerender } = render(sheet(false))
  act(() => showToast('已关注'))
  expect(screen.getByText('已关注')).toBeTruthy()
  rerender(sheet(true))
  expect(await screen.findByText('海报')).toBeTruthy()
  expect(screen.queryByText('已关注')).toBeNull()
  act(() => showToast('已保存'))
  rerender(sheet(true))
  expect(screen.getByText('已保存')).toBeTruthy()
})

test('a sheet that opens by itself leaves the toast of what just happened', async () => {
  const { rerender } = render(sheet(false, true))
  act(() => showToast('已登录'))
  rerender(sheet(true, true))
  expect(await screen.findByText('海报')).toBeTruthy()
  expect(screen.getByText('已登录')).toBeTruthy()
})

test('a question that opens removes the toast as well', async () => {
  render(sheet(false))
  act(() => showToast('已关注'))
  act(() => void confirmDialog({ title: '退出登录？', confirm: '退出' }))
  expect(await screen.findByText('退出登录？')).toBeTruthy()
  expect(screen.queryByText('已关注')).toBeNull()
})

type Props = { open: boolean; onClose: () => void }

function Choice({ open, onClose }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title="选择">
      <p>内容</p>
    </Sheet>
  )
}

function Page({ load }: { load: () => Promise<typeof Choice> }) {
  const { Sheet: Loaded, isOpen, open, close } = useSheetOnTap(load)
  return (
    <>
      <button type="button" onClick={open}>
        打开
      </button>
      {Loaded !== null && <Loaded open={isOpen} onClose={close} />}
      <ToastHost />
    </>
  )
}

test('a sheet loads with the tap; what failed to load says so and loads with the next tap', async () => {
  const user = userEvent.setup()
  let loads = 0
  const load = () => {
    loads += 1
    return loads === 1 ? Promise.reject(new TypeError('offline')) : Promise.resolve(Choice)
  }
  render(<Page load={load} />)
  expect(loads).toBe(0)
  await user.click(screen.getByRole('button', { name: '打开' }))
  expect(await screen.findByText('加载失败，请检查网络后重试')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: '打开' }))
  expect(await screen.findByRole('dialog', { name: '选择' })).toBeTruthy()
})
