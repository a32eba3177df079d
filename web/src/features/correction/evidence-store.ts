import { EVIDENCE_LIMIT } from '@baiqicha/contract/correction'
import { resultCode } from '@baiqicha/contract/result-codes'
import { create } from 'zustand'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { describeError } from '../../platform/api/messages.ts'
import { prepareImage } from '../../platform/uploads/image-file.ts'
import { uploadImage } from '../../platform/uploads/upload-image.ts'
import type { PickedImage } from '../../ui/image-picker.tsx'
import { clearContactProof } from './contact-proof.ts'

/** Who sends: pictures sent by another are sent again. `contactToken` is a visitor's. */
export type Sender = { id: string; contactToken?: string }

export type Evidence = PickedImage & {
  /** As it is sent; null until it has been looked at. */
  image: Blob | null
  /** What the server calls it, for who sent it. */
  imageId: string | null
  sentBy: string | null
  abort: AbortController
}

/** The pictures of the form that stands, or stood until a login: in memory only. */
export const useEvidenceStore = create<{ subject: string; images: readonly Evidence[] }>(() => ({
  subject: '',
  images: [],
}))

let nextKey = 1

/** What is being done to each picture. */
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

/** Begins anew for another subject; the pictures of the last are let go. */
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
    // Who has to prove a number or to log in again loses no picture by that.
    const code = rejectionOf(error)?.code
    if (code === resultCode.contactUnproved) clearContactProof()
    const isUnknown = code === resultCode.contactUnproved || code === resultCode.noSession
    change(key, isUnknown ? { state: 'waiting' } : { state: 'failed', fault: describeError(error) })
  }
}

/**
 * Begins to send what waits of these, and again what somebody else has sent. Who calls may hold pictures as they were:
 * what has become of them since is looked up, so that none is sent twice.
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

/** Waits for what is being done, sends what is left, and tells what has become of each. */
export async function finishUploads(sender: Sender): Promise<readonly Evidence[]> {
  await Promise.all(work.values())
  sendEvidence(sender)
  await Promise.all(work.values())
  return imagesNow()
}

/** Pictures the server does not know any more are sent again. */
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

/** Takes as many files as there is room for. Answers how many were left out. */
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
