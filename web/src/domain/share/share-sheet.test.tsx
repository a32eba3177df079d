import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildCompanyDetail } from '../../../test/company-builders.ts'
import { ToastHost } from '../../ui/toast.tsx'
import { posterColours } from './poster-frame.ts'
import { ShareAction } from './share-action.tsx'

// Loaded here, so that the first test does not wait for the import.
import './draw-poster.ts'
import { posterFileName } from './share-sheet.tsx'

const NAME = '澜山演示贸易有限公司'
const LINK = `${window.location.origin}${window.location.pathname}#/company/detail?id=c-1&isShare=1&fr=share`

function renderAction(poster: 'with' | 'without' = 'with') {
  const user = userEvent.setup()
  render(
    <>
      <ShareAction
        path="/company/detail?id=c-1&token=t-1"
        about={NAME}
        {...(poster === 'with' && { poster: buildCompanyDetail() })}
      />
      <ToastHost />
    </>,
  )
  const open = async () => {
    await user.click(screen.getByRole('button', { name: '分享' }))
    return within(await screen.findByRole('dialog', { name: '分享' }))
  }
  return { user, open }
}

/** Sets a property until the test ends. */
function replace(owner: object, name: string, value: unknown) {
  const before = Object.getOwnPropertyDescriptor(owner, name)
  Object.defineProperty(owner, name, { configurable: true, writable: true, value })
  onTestFinished(() => {
    if (before === undefined) Reflect.deleteProperty(owner, name)
    else Object.defineProperty(owner, name, before)
  })
}

function provideShare(share: (data?: ShareData) => Promise<void>) {
  const spy = vi.fn(share)
  replace(navigator, 'share', spy)
  return spy
}

type Canvas = {
  /** Channels of the pixel that is read back. */
  pixel?: readonly number[]
  /** Whether the canvas becomes a file. */
  hasFile?: boolean
}

/** Channels of the corner of an intact poster. */
const corner = Array.from(posterColours['bg-page'].matchAll(/[\da-f]{2}/g), ([channel]) => Number.parseInt(channel, 16))

/** Replaces the canvas, which jsdom lacks. Returns the texts that are drawn. */
function provideCanvas({ pixel = [...corner, 255], hasFile = true }: Canvas = {}): string[] {
  const texts: string[] = []
  const known: Record<string, unknown> = {
    measureText: (text: string) => ({ width: text.length * 10 }),
    getImageData: () => ({ data: pixel }),
    createLinearGradient: () => ({ addColorStop: () => {} }),
    fillText: (text: string) => texts.push(text),
  }
  const context = new Proxy(known, { get: (target, key) => target[String(key)] ?? (() => {}), set: () => true })
  replace(globalThis, 'Path2D', function Path2D() {})
  replace(HTMLCanvasElement.prototype, 'getContext', () => context)
  replace(HTMLCanvasElement.prototype, 'toBlob', (resolve: BlobCallback) =>
    resolve(hasFile ? new Blob(['png'], { type: 'image/png' }) : null),
  )
  return texts
}

test('the sheet copies a link with the share flag and without a ticket, and closes', async () => {
  const { user, open } = renderAction()
  const sheet = await open()
  await user.click(sheet.getByRole('button', { name: '复制链接' }))
  expect(await screen.findByText('链接已复制')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(LINK)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the sheet of a page without a company offers no poster', async () => {
  const sheet = await renderAction('without').open()
  expect(sheet.queryByRole('button', { name: '海报' })).toBeNull()
  expect(sheet.getByRole('button', { name: '复制链接' })).toBeTruthy()
})

describe('系统分享', () => {
  test('is offered only by a browser that has it', async () => {
    expect((await renderAction().open()).queryByRole('button', { name: '系统分享' })).toBeNull()
  })

  test('gets the title and the link', async () => {
    const share = provideShare(() => Promise.resolve())
    const { user, open } = renderAction()
    await user.click((await open()).getByRole('button', { name: '系统分享' }))
    expect(share.mock.calls).toEqual([[{ title: `${NAME} - 百企查`, url: LINK }]])
  })

  test('that the reader cancels shows nothing, one that fails says so', async () => {
    const refusals = [new DOMException('', 'AbortError'), new DOMException('', 'NotAllowedError')]
    provideShare(() => Promise.reject(refusals.shift() ?? new Error('no refusal left')))
    const { user, open } = renderAction()
    const choice = (await open()).getByRole('button', { name: '系统分享' })
    await user.click(choice)
    expect(screen.queryByText('系统分享失败，可复制链接')).toBeNull()
    await user.click(choice)
    expect(await screen.findByText('系统分享失败，可复制链接')).toBeTruthy()
  })
})

const openPoster = async () => {
  const { user, open } = renderAction()
  await user.click((await open()).getByRole('button', { name: '海报' }))
  return { user, sheet: within(await screen.findByRole('dialog', { name: '海报' })) }
}

describe('海报', () => {
  test('is an image to press, and a file to save under the name of the company', async () => {
    const texts = provideCanvas()
    const { user, sheet } = await openPoster()
    const image = await sheet.findByRole('img', { name: `海报：${NAME}` })
    expect(image.getAttribute('src')).toBe(`data:image/png;base64,${btoa('png')}`)
    expect(texts.join('')).toContain('91990002MA0FCT021R')
    let saved = ''
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved = this.download
    })
    replace(URL, 'createObjectURL', () => 'blob:poster')
    replace(URL, 'revokeObjectURL', () => {})
    await user.click(sheet.getByRole('button', { name: '保存图片' }))
    expect(saved).toBe(`百企查-${NAME}.png`)
  })

  test("in WeChat's browser is only an image to press", async () => {
    provideCanvas()
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone) MicroMessenger/8.0.40')
    const { sheet } = await openPoster()
    expect(await sheet.findByRole('img')).toBeTruthy()
    expect(sheet.getByText('长按图片保存')).toBeTruthy()
    expect(sheet.queryByRole('button', { name: '保存图片' })).toBeNull()
  })

  test.each<[string, Canvas, string]>([
    ['returns noise', { pixel: [3, 200, 77, 255] }, '浏览器不允许网页绘图，可复制链接分享'],
    ['is out of memory', { pixel: [0, 0, 0, 0] }, '设备内存不足，请关闭其他页面后重试'],
    ['gives no file', { hasFile: false }, '设备内存不足，请关闭其他页面后重试'],
  ])('of a canvas that %s fails with a sentence and can be drawn again', async (_case, canvas, sentence) => {
    provideCanvas(canvas)
    const { user, sheet } = await openPoster()
    const failed = await sheet.findByRole('alert')
    expect(within(failed).getByText(sentence)).toBeTruthy()
    expect(sheet.queryByRole('button', { name: '保存图片' })).toBeNull()
    provideCanvas()
    await user.click(within(failed).getByRole('button', { name: '重试' }))
    expect(await sheet.findByRole('img', { name: `海报：${NAME}` })).toBeTruthy()
  })

  test('of a browser without canvases fails with a sentence', async () => {
    replace(HTMLCanvasElement.prototype, 'getContext', () => null)
    const { sheet } = await openPoster()
    expect(within(await sheet.findByRole('alert')).getByText('浏览器不允许网页绘图，可复制链接分享')).toBeTruthy()
  })
})

test.each([
  ['澜山演示贸易有限公司', '百企查-澜山演示贸易有限公司.png'],
  ['演示/甲:公司"\n', '百企查-演示甲公司.png'],
  ['𬭎'.repeat(80), `百企查-${'𬭎'.repeat(50)}.png`],
])('the poster of %j is saved as %s', (about, name) => {
  expect(posterFileName(about)).toBe(name)
})
