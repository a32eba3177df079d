import { assert, property, uint8Array } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPictureHeader } from './re-encode-image.ts'

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))

const png = bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 0x9c, 0x40, 0, 0, 0x75, 0x30, 8, 2, 0, 0, 0])
const frame = [0xff, 0xc2, 0, 17, 8, 0x1f, 0x40, 0x2e, 0xe0, 3, 0, 0, 0]
const jpegBefore = (...segments: number[][]) => bytes([0xff, 0xd8], ...segments, frame)
const riff = (chunk: string, rest: number[]) => bytes('RIFF', [0, 0, 0, 0], 'WEBP', chunk, [0, 0, 0, 0], rest)

describe('the header of a picture', () => {
  it('contains the type and size of photos and screenshots', () => {
    expect(readPictureHeader(png)).toEqual({ type: 'png', width: 40_000, height: 30_000 })
    expect(readPictureHeader(jpegBefore([0xff, 0xe0, 0, 4, 1, 2]))).toEqual({
      type: 'jpeg',
      width: 12_000,
      height: 8_000,
    })
    const lossy = riff('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 0x40, 0x1f, 0x70, 0x17, 0, 0])
    expect(readPictureHeader(lossy)).toEqual({ type: 'webp', width: 8_000, height: 6_000 })
    const lossless = riff('VP8L', [0x2f, 0x3f, 0xdf, 0xdb, 0x05, 0, 0, 0, 0, 0])
    expect(readPictureHeader(lossless)).toEqual({ type: 'webp', width: 8_000, height: 6_000 })
    const extended = riff('VP8X', [0, 0, 0, 0, 0x3f, 0x9c, 0, 0x2f, 0x75, 0])
    expect(readPictureHeader(extended)).toEqual({ type: 'webp', width: 40_000, height: 30_000 })
  })

  it('is found behind segments that contain bytes of a frame header', () => {
    const thumbnail = [0xff, 0xe1, 0, 15, 0xff, 0xc0, 0, 17, 8, 0, 1, 0, 1, 3, 0, 0, 0]
    expect(readPictureHeader(jpegBefore(thumbnail))).toMatchObject({ width: 12_000, height: 8_000 })
    expect(readPictureHeader(jpegBefore([0xff, 0xff, 0xff, 0xc4, 0, 2]))).toMatchObject({ width: 12_000 })
  })

  it.each([
    ['of an empty file', bytes()],
    ['of an SVG with a script', bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="a()"/>')],
    ['of a GIF', bytes('GIF89a', [1, 0, 1, 0], 'x'.repeat(40))],
    ['of a truncated JPEG', bytes([0xff, 0xd8, 0xff])],
    ['of a JPEG without a frame', bytes([0xff, 0xd8, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0])],
    ['of a truncated PNG', png.subarray(0, 20)],
    [
      'of a WebP with an unknown chunk',
      riff(
        'ANIM',
        Array.from({ length: 20 }, () => 0),
      ),
    ],
  ])('%s is null', (_, content) => {
    expect(readPictureHeader(content)).toBeNull()
  })

  it('is read from arbitrary bytes without an error or an endless loop', () => {
    const starts = [bytes(), png.subarray(0, 8), bytes([0xff, 0xd8, 0xff]), riff('VP8X', [])]
    assert(
      property(uint8Array({ maxLength: 80 }), (content) => {
        for (const start of starts) readPictureHeader(Buffer.concat([start, content]))
      }),
      { numRuns: 2_000 },
    )
  })
})
