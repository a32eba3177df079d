import { type UploadedImage, uploadedImageSchema } from '@baiqicha/contract/correction'
import { resultCode } from '@baiqicha/contract/result-codes'
import { UPLOAD_IMAGE_PATH } from '@baiqicha/contract/routes/correction'
import type { PickedImage } from '../../lib/picked-image.ts'
import { createStore } from '../../lib/store.ts'
import { describeError, rejectionOf } from '../api/api-error.ts'
import { callThrough } from '../api/client.ts'
import { prepareImage } from './image-file.ts'
import { sendForm } from './send-form.ts'

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
export type Picture = PickedImage & {
  /** Prepared upload; null until the file is processed. */
  image: Blob | null
  /** Id of the uploaded image, valid for `sentBy`. */
  imageId: string | null
  sentBy: string | null
  abort: AbortController
}

/** Pictures of the current form, in memory only; they survive a login. */
export const usePictureStore = createStore<{ subject: string; images: readonly Picture[] }>(() => ({
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
export function sendPictures(sender: Sender, images: readonly Picture[] = imagesNow()) {
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

export function retryPicture(key: number) {
  change(key, { state: 'waiting', fault: null })
}

export function removePicture(key: number) {
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
export function pickPictures(files: readonly File[], limit: number): number {
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
