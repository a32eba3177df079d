import { UPLOAD_BYTES } from '@baiqicha/contract/correction'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { imageFaults, imageTypeOf, prepareImage } from './picture-store.ts'

const bytes = {
  jpeg: [0xff, 0xd8, 0xff, 0xe0],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  webp: [0x52, 0x49, 0x46, 0x46, 1, 2, 3, 4, 0x57, 0x45, 0x42, 0x50],
}

const file = (head: number[], size = head.length) => {
  const content = new Uint8Array(size)
  content.set(head)
  return new Blob([content])
}

describe('the type of a picture', () => {
  it.each([
    ['image/jpeg', bytes.jpeg],
    ['image/png', bytes.png],
    ['image/webp', bytes.webp],
    [null, [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
    [null, [0x52, 0x49, 0x46, 0x46, 1, 2, 3, 4, 0x57, 0x41, 0x56, 0x45]],
    [null, [0xff, 0xd8]],
    [null, []],
  ])('%s is recognised by its first bytes', (type, head) => {
    expect(imageTypeOf(new Uint8Array(head))).toBe(type)
  })
})

describe('a picked file', () => {
  const decode = vi.fn<() => Promise<void>>()
  const toBlob = vi.fn<HTMLCanvasElement['toBlob']>()

  beforeEach(() => {
    URL.createObjectURL = () => 'blob:1'
    URL.revokeObjectURL = () => {}
    HTMLImageElement.prototype.decode = decode.mockReset().mockResolvedValue()
    HTMLCanvasElement.prototype.toBlob = toBlob.mockReset()
    vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(5_000)
    vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(2_500)
    Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
      configurable: true,
      value: () => ({ fillRect() {}, drawImage() {} }),
    })
  })

  it('within the limit is sent unchanged', async () => {
    const picked = file(bytes.png, UPLOAD_BYTES)
    expect(await prepareImage(picked)).toEqual({ ok: true, image: picked })
    expect(decode).not.toHaveBeenCalled()
  })

  it.each([
    ['that is empty', new Blob([]), imageFaults.empty],
    ['of another type', file([0x25, 0x50, 0x44, 0x46, 0x2d]), imageFaults.type],
  ])('%s is rejected with its own message', async (_name, picked, fault) => {
    expect(await prepareImage(picked)).toEqual({ ok: false, fault })
  })

  it('over the limit is scaled down to a maximum side', async () => {
    const smaller = file(bytes.jpeg)
    toBlob.mockImplementation(function toBlobOf(this: HTMLCanvasElement, callback) {
      expect([this.width, this.height]).toEqual([2_560, 1_280])
      callback(smaller)
    })
    expect(await prepareImage(file(bytes.jpeg, UPLOAD_BYTES + 1))).toEqual({ ok: true, image: smaller })
  })

  it('that stays too large is rejected', async () => {
    const large = file(bytes.jpeg, UPLOAD_BYTES + 1)
    toBlob.mockImplementation((callback) => callback(large))
    expect(await prepareImage(large)).toEqual({ ok: false, fault: imageFaults.tooLarge })
    decode.mockRejectedValue(new Error('broken'))
    expect(await prepareImage(large)).toEqual({ ok: false, fault: imageFaults.tooLarge })
  })
})
