import type { PictureHeader } from './picture-header.ts'

const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex')
const JPEG_END = Buffer.from('ffd9', 'hex')

/** Whether the file does not end where its picture ends: another file, such as an archive, may follow. */
export function hasTrailingData(bytes: Buffer, type: PictureHeader['type']): boolean {
  if (type === 'png') return !bytes.subarray(-PNG_END.length).equals(PNG_END)
  if (type === 'jpeg') return !bytes.subarray(-JPEG_END.length).equals(JPEG_END)
  const size = bytes.readUInt32LE(4) + 8
  // The size of a RIFF file is even or padded to be.
  return bytes.length !== size && bytes.length !== size + 1
}
