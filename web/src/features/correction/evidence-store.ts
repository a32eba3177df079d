import { EVIDENCE_LIMIT } from '@baiqicha/contract/correction'
import { resultCode } from '@baiqicha/contract/result-codes'
import { createStore } from '../../lib/store.ts'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { describeError } from '../../platform/api/messages.ts'
import { prepareImage } from '../../platform/uploads/image-file.ts'
import { uploadImage } from '../../platform/uploads/upload-image.ts'
import type { PickedImage } from '../../ui/image-picker.tsx'
import { clearContactProof } from './contact-proof.ts'

/** Sender of the pictures; a change of sender uploads them again. `contactToken` is set for visitors. */
export type Sender = { id: string; contactToken?: string }

export type Evidence = PickedImage & {
  /** Prepared upload; null until the file is processed. */
  image: Blob | null
  /** Id of the uploaded image, valid for `sentBy`. */
  imageId: string | null
  sentBy: string | null
  abort: AbortController
}

/** Pictures of the current form, in memory only; they survive a login. */
export const useEvidenceStore = createStore<{ subject: string; images: readonly Evidence[] }>(() => ({
  subject: '',
  images: [],
}))

let nextKey = 1

/** Running work per picture. */
const work = new Map<number, Promise<void>>()

const imagesNow = () => useEvidenceStore.getState().images

function change(key: number, part: Partial<Evidence>) {
  useEvidenceStore.setState(({ images }) => ({
    images: images.map((image) => (image.key === key ? { ...image, ...part } : image)),
  }))
}

function release({ key, preview, abort }: Evidence) {
  abort.abort()
  work.delete(key)
  URL.revokeObjectURL(preview)
}

/** Clears the pictures when the subject changes. */
export function openEvidence(subject: string) {
  if (useEvidenceStore.getState().subject === subject) return
  imagesNow().forEach(release)
  useEvidenceStore.setState({ subject, images: [] })
}

export const clearEvidence = () => openEvidence('')

async function send({ key, abort }: Evidence, image: Blob, sender: Sender) {
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
    if (code === resultCode.contactUnproved) clearContactProof()
    const isUnknown = code === resultCode.contactUnproved || code === resultCode.noSession
    change(key, isUnknown ? { state: 'waiting' } : { state: 'failed', fault: describeError(error) })
  }
}

/**
 * Uploads waiting pictures and pictures that another sender uploaded. Looks up the current state of each, because the
 * caller's list can be outdated, so that none is uploaded twice.
 */
export function sendEvidence(sender: Sender, images: readonly Evidence[] = imagesNow()) {
  for (const { key } of images) {
    const evidence = imagesNow().find((image) => image.key === key)
    if (evidence === undefined || evidence.image === null) continue
    const { state, sentBy, image } = evidence
    const isDue = state === 'waiting' || (state === 'sent' && sentBy !== sender.id)
    if (isDue) work.set(key, send(evidence, image, sender))
  }
}

/** Waits for running work, uploads the rest, and returns the final state of all pictures. */
export async function finishUploads(sender: Sender): Promise<readonly Evidence[]> {
  await Promise.all(work.values())
  sendEvidence(sender)
  await Promise.all(work.values())
  return imagesNow()
}

/** Marks uploaded pictures for another upload, because the server no longer has them. */
export function expireEvidence() {
  for (const { key, state } of imagesNow()) if (state === 'sent') change(key, { sentBy: null })
}

export function retryEvidence(key: number) {
  change(key, { state: 'waiting', fault: null })
}

export function removeEvidence(key: number) {
  imagesNow()
    .filter((image) => image.key === key)
    .forEach(release)
  useEvidenceStore.setState(({ images }) => ({ images: images.filter((image) => image.key !== key) }))
}

async function prepare(key: number, file: File) {
  const prepared = await prepareImage(file)
  change(key, prepared.ok ? { image: prepared.image } : { state: 'unfit', fault: prepared.fault })
}

/** Adds files up to the limit. Returns the number of rejected files. */
export function pickEvidence(files: readonly File[]): number {
  const taken = files.slice(0, EVIDENCE_LIMIT - imagesNow().length)
  for (const file of taken) {
    const key = nextKey++
    const picked: Evidence = {
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
    useEvidenceStore.setState(({ images }) => ({ images: [...images, picked] }))
    work.set(key, prepare(key, file))
  }
  return files.length - taken.length
}
