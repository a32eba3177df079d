import { UPLOAD_BYTES } from '@baiqicha/contract/correction'

export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp'

/** Why a picked file cannot be sent. */
export const imageFaults = {
  empty: '文件是空的，请换一张',
  unreadable: '没能读出文件，请换一张',
  type: '只支持 JPG、PNG、WebP 图片',
  tooLarge: '超过 5 MB，也没能压缩到 5 MB 以内，请换一张',
} as const

/** Bytes from which the type is detected. */
const HEAD_BYTES = 12

const startsWith = (bytes: Uint8Array, at: number, ...wanted: number[]) =>
  wanted.every((byte, index) => bytes[at + index] === byte)

/** Type by the first bytes, whatever the file name says; null: not supported. */
export function imageTypeOf(head: Uint8Array): ImageType | null {
  if (startsWith(head, 0, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (startsWith(head, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  const isWebp = startsWith(head, 0, 0x52, 0x49, 0x46, 0x46) && startsWith(head, 8, 0x57, 0x45, 0x42, 0x50)
  return isWebp ? 'image/webp' : null
}

/** Longer side of a scaled image, in pixels: text of a photographed page stays readable. */
const SMALLER_SIDE = 2_560
const SMALLER_QUALITY = 0.85

/** Scales the image down, as JPEG; null: the browser cannot. */
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
    // Transparent pixels of a PNG would become black.
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

const refused = (fault: string): PreparedImage => ({ ok: false, fault })

/** Checks a picked file, and scales it down if it is too large to send. */
export async function prepareImage(file: Blob): Promise<PreparedImage> {
  if (file.size === 0) return refused(imageFaults.empty)
  const head = await file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .catch(() => null)
  if (head === null) return refused(imageFaults.unreadable)
  if (imageTypeOf(new Uint8Array(head)) === null) return refused(imageFaults.type)
  if (file.size <= UPLOAD_BYTES) return { ok: true, image: file }
  const smaller = await drawSmaller(file)
  return smaller === null || smaller.size > UPLOAD_BYTES ? refused(imageFaults.tooLarge) : { ok: true, image: smaller }
}
