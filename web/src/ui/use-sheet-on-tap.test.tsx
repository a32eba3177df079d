import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Sheet } from './sheet.tsx'
import { ToastHost } from './toast.tsx'
import { useSheetOnTap } from './use-sheet-on-tap.ts'

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
