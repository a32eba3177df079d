import { createHash } from 'node:crypto'
import { UPLOAD_BYTES, UPLOAD_PIXELS } from '@baiqicha/contract/correction'
import { API_BASE, exceptions } from '@baiqicha/contract/routes'
import { type PictureHeader, type ReEncodeImage, readPictureHeader } from '../../platform/uploads/re-encode-image.ts'

const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex')
const JPEG_END = Buffer.from('ffd9', 'hex')

/** Whether the file does not end where its picture ends: another file, such as an archive, may follow. */
function hasTrailingData(bytes: Buffer, type: PictureHeader['type']): boolean {
  if (type === 'png') return !bytes.subarray(-PNG_END.length).equals(PNG_END)
  if (type === 'jpeg') return !bytes.subarray(-JPEG_END.length).equals(JPEG_END)
  const size = bytes.readUInt32LE(4) + 8
  // The size of a RIFF file is even or padded to be.
  return bytes.length !== size && bytes.length !== size + 1
}

/** Prefix of a picture that is sent along with the content, as in file:spring.png. */
export const FILE_PREFIX = 'file:'

const picturePath = API_BASE + exceptions.contentPicture.path

/** Path of a stored picture on this host. */
export const pathOfPicture = (id: string) => picturePath.replace(':id', id)

const storedPicture = new RegExp(pathOfPicture('(p-[0-9a-f]{32})'), 'g')
/** Ids of the stored pictures whose paths a text contains. */
export const pictureIdsIn = (text: string): string[] => Array.from(text.matchAll(storedPicture), ([, id = '']) => id)
/** Id of a stored picture; null when the path names none. */
export const pictureIdOf = (path: string): string | null => {
  const [id] = pictureIdsIn(path)
  return id !== undefined && path === pathOfPicture(id) ? id : null
}

/** Pictures of the web app that banners may show (web/public/banners). */
export const shippedBanners = ['ask', 'ownership', 'risk', 'search', 'soon'].map((name) => `/banners/${name}.svg`)

export type NewPicture = { id: string; jpeg: Buffer }
type Accepted = { picture: NewPicture } | { sentence: string }

/** Three to one, with the rounding of a picture of a few hundred pixels. */
const isBannerShape = ({ width, height }: { width: number; height: number }) => Math.abs(width / height - 3) <= 0.02

/** Re-encodes a picture, or says why it is refused. */
export async function acceptPicture(
  bytes: Buffer | null,
  { reEncode, isBanner }: { reEncode: ReEncodeImage; isBanner: boolean },
): Promise<Accepted> {
  if (bytes === null) return { sentence: '没有这个图片文件。' }
  if (bytes.length > UPLOAD_BYTES) return { sentence: '图片不能超过 5 MB。' }
  const header = readPictureHeader(bytes)
  if (header === null || header.width * header.height === 0) return { sentence: '应为 jpg、png 或 webp 图片。' }
  if (header.width * header.height > UPLOAD_PIXELS) return { sentence: '图片不能超过 4000 万像素。' }
  if (hasTrailingData(bytes, header.type)) return { sentence: '图片末尾有其他数据，请重新导出图片。' }
  const picture = await reEncode(bytes)
  if (picture === null) return { sentence: '图片无法读取。' }
  if (isBanner && !isBannerShape(picture)) {
    return { sentence: `图片宽高比应为 3:1，这张是 ${picture.width}×${picture.height}。` }
  }
  const digest = createHash('sha256').update(picture.jpeg).digest('hex').slice(0, 32)
  return { picture: { id: `p-${digest}`, jpeg: picture.jpeg } }
}
