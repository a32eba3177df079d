import { UPLOAD_BYTES } from '@baiqicha/contract/correction'

export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp'

/** Reasons for rejecting a file. */
export const imageFaults = {
  empty: '文件是空的，请换一张',
  unreadable: '文件无法读取，请更换',
  type: '只支持 JPG、PNG、WebP 图片',
  tooLarge: '图片超过 5 MB 且无法压缩，请更换',
} as const

/** Number of bytes needed to recognise the type. */
const HEAD_BYTES = 12

const startsWith = (bytes: Uint8Array, at: number, ...wanted: number[]) =>
  wanted.every((byte, index) => bytes[at + index] === byte)

/** Image type by the first bytes, independent of the name; null when it is not supported. */
export function imageTypeOf(head: Uint8Array): ImageType | null {
  if (startsWith(head, 0, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (startsWith(head, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  const isWebp = startsWith(head, 0, 0x52, 0x49, 0x46, 0x46) && startsWith(head, 8, 0x57, 0x45, 0x42, 0x50)
  return isWebp ? 'image/webp' : null
}

/** Longer side of a scaled picture. Text in a photographed page stays readable. Px. */
const SMALLER_SIDE = 2_560
const SMALLER_QUALITY = 0.85

/** Scales a picture down and encodes it as JPEG; null when the browser fails. */
async function drawSmaller(file: Blob): Promise<Blob | null> {
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const scale = Math.min(1, SMALLER_SIDE / Math.max(image.naturalWidth, image.naturalHeight))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(image.naturalWidth * scale)
    canvas.height = Math.round(image.naturalHeight * scale)
    const context = canvas.getContext('2d')
    if (context === null) return null
    // Transparent areas of a PNG would turn black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', SMALLER_QUALITY))
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(url)
  }
}

export type PreparedImage = { ok: true; image: Blob } | { ok: false; fault: string }

const no = (fault: string): PreparedImage => ({ ok: false, fault })

/** Prepares a file for the upload; scales it down when it is too large. */
export async function prepareImage(file: Blob): Promise<PreparedImage> {
  if (file.size === 0) return no(imageFaults.empty)
  const head = await file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .catch(() => null)
  if (head === null) return no(imageFaults.unreadable)
  if (imageTypeOf(new Uint8Array(head)) === null) return no(imageFaults.type)
  if (file.size <= UPLOAD_BYTES) return { ok: true, image: file }
  const smaller = await drawSmaller(file)
  return smaller === null || smaller.size > UPLOAD_BYTES ? no(imageFaults.tooLarge) : { ok: true, image: smaller }
}
