import { UPLOAD_BYTES, type UploadedImage, uploadedImageSchema } from '@baiqicha/contract/correction'
import { resultCode } from '@baiqicha/contract/result-codes'
import { UPLOAD_IMAGE_PATH } from '@baiqicha/contract/routes/correction'
import { useEffect, useState } from 'react'
import type { PickedImage } from '../../lib/picked-image.ts'
import { createStore } from '../../lib/store.ts'
import { describeError, rejectionOf } from '../api/api-error.ts'
import { callThrough } from '../api/client.ts'
import { sendForm } from './send-form.ts'

type ImageType = 'image/jpeg' | 'image/png' | 'image/webp'

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

type PreparedImage = { ok: true; image: Blob } | { ok: false; fault: string }

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

type UploadOptions = {
  /** Token of a visitor with a verified number; not needed with a session. */
  contactToken?: string | undefined
  /** Receives the progress, 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Uploads one picture. Throws `ApiError` without showing it: the caller shows it beside the picture. */
function uploadImage(image: Blob, options: UploadOptions): Promise<UploadedImage> {
  const form = new FormData()
  // Fields precede the file, so that the server knows the sender before it reads the file.
  if (options.contactToken !== undefined) form.append('contactToken', options.contactToken)
  form.append('file', image, 'picture')
  return callThrough(
    { path: UPLOAD_IMAGE_PATH, output: uploadedImageSchema },
    sendForm(UPLOAD_IMAGE_PATH, form, options),
    {
      silent: true,
      signal: options.signal,
    },
  )
}

/** Sender of the pictures; a change of sender uploads them again. */
export type Sender = {
  id: string
  /** Proves the number of a visitor. */
  contactToken?: string
  /** Called when the server no longer accepts the proof. */
  onUnproved?: () => void
}

/** A picture of a form. */
type Picture = PickedImage & {
  /** Prepared upload; null until the file is processed. */
  image: Blob | null
  /** Id of the uploaded image, valid for `sentBy`. */
  imageId: string | null
  sentBy: string | null
  abort: AbortController
}

/** Pictures of the current form, in memory only; they survive a login. */
const usePictureStore = createStore<{ subject: string; images: readonly Picture[] }>(() => ({
  subject: '',
  images: [],
}))

let nextKey = 1

/** Running work per picture. */
const work = new Map<number, Promise<void>>()

const imagesNow = () => usePictureStore.getState().images

function change(key: number, part: Partial<Picture>) {
  usePictureStore.setState(({ images }) => ({
    images: images.map((image) => (image.key === key ? { ...image, ...part } : image)),
  }))
}

function release({ key, preview, abort }: Picture) {
  abort.abort()
  work.delete(key)
  URL.revokeObjectURL(preview)
}

/** Clears the pictures when the subject changes. */
export function openPictures(subject: string) {
  if (usePictureStore.getState().subject === subject) return
  imagesNow().forEach(release)
  usePictureStore.setState({ subject, images: [] })
}

export const clearPictures = () => openPictures('')

async function send({ key, abort }: Picture, image: Blob, sender: Sender) {
  change(key, { state: 'sending', progress: 0, fault: null })
  try {
    const { imageId } = await uploadImage(image, {
      contactToken: sender.contactToken,
      onProgress: (progress) => change(key, { progress }),
      signal: abort.signal,
    })
    change(key, { state: 'sent', imageId, sentBy: sender.id })
  } catch (error) {
    if (abort.signal.aborted) return
    // A sender who must verify or log in again keeps the pictures.
    const code = rejectionOf(error)?.code
    if (code === resultCode.contactUnproved) sender.onUnproved?.()
    const isUnknown = code === resultCode.contactUnproved || code === resultCode.noSession
    change(key, isUnknown ? { state: 'waiting' } : { state: 'failed', fault: describeError(error) })
  }
}

/**
 * Uploads waiting pictures and pictures that another sender uploaded. Looks up the current state of each, because the
 * caller's list can be outdated, so that none is uploaded twice.
 */
function sendPictures(sender: Sender, images: readonly Picture[] = imagesNow()) {
  for (const { key } of images) {
    const picture = imagesNow().find((image) => image.key === key)
    if (picture === undefined || picture.image === null) continue
    const { state, sentBy, image } = picture
    const isDue = state === 'waiting' || (state === 'sent' && sentBy !== sender.id)
    if (isDue) work.set(key, send(picture, image, sender))
  }
}

/** Waits for running work, uploads the rest, and returns the final state of all pictures. */
export async function finishUploads(sender: Sender): Promise<readonly Picture[]> {
  await Promise.all(work.values())
  sendPictures(sender)
  await Promise.all(work.values())
  return imagesNow()
}

/** Marks uploaded pictures for another upload, because the server no longer has them. */
export function expirePictures() {
  for (const { key, state } of imagesNow()) if (state === 'sent') change(key, { sentBy: null })
}

function retryPicture(key: number) {
  change(key, { state: 'waiting', fault: null })
}

function removePicture(key: number) {
  imagesNow()
    .filter((image) => image.key === key)
    .forEach(release)
  usePictureStore.setState(({ images }) => ({ images: images.filter((image) => image.key !== key) }))
}

async function prepare(key: number, file: File) {
  const prepared = await prepareImage(file)
  change(key, prepared.ok ? { image: prepared.image } : { state: 'unfit', fault: prepared.fault })
}

/** Adds files up to `limit` pictures. Returns the number of rejected files. */
function pickPictures(files: readonly File[], limit: number): number {
  const taken = files.slice(0, limit - imagesNow().length)
  for (const file of taken) {
    const key = nextKey++
    const picked: Picture = {
      key,
      preview: URL.createObjectURL(file),
      state: 'waiting',
      progress: 0,
      fault: null,
      image: null,
      imageId: null,
      sentBy: null,
      abort: new AbortController(),
    }
    usePictureStore.setState(({ images }) => ({ images: [...images, picked] }))
    work.set(key, prepare(key, file))
  }
  return files.length - taken.length
}

type PictureField = {
  limit: number
  /** null until a visitor has verified a number; pictures are uploaded afterwards. */
  sender: Sender | null
  error: string | undefined
  onPick?: () => void
}

/** What `ImagePicker` shows of a few pictures of a form, which are uploaded as soon as the sender is known. */
export function usePictureField({ limit, sender, error, onPick }: PictureField) {
  const images = usePictureStore((state) => state.images)
  const [leftOut, setLeftOut] = useState(0)

  useEffect(() => {
    if (sender !== null) sendPictures(sender, images)
  }, [sender, images])

  return {
    hint: `选填，最多 ${limit} 张，每张不超过 5 MB`,
    images,
    limit,
    onPick: (files: readonly File[]) => {
      setLeftOut(pickPictures(files, limit))
      onPick?.()
    },
    onRemove: (key: number) => {
      setLeftOut(0)
      removePicture(key)
    },
    onRetry: retryPicture,
    error: leftOut > 0 ? `最多 ${limit} 张，超出的 ${leftOut} 张未添加` : error,
  }
}
