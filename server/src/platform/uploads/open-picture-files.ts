import type { ServiceOutage } from '../log/service-outage.ts'
import { createPictureFiles, type PictureFiles, uploadsDirectory } from './picture-files.ts'
import type { S3Address } from './s3-address.ts'
import { createS3Client, FilesUnavailable, parseS3Listing, type S3Answer, type S3Options } from './s3-client.ts'

const EXTENSION = '.jpg'
const pictureName = /^(i-[0-9a-z]+)\.jpg$/

/** @throws FilesUnavailable for a refusal, such as a wrong key or a missing bucket */
function accepted({ bytes, error }: S3Answer): Buffer {
  if (error !== null) throw new FilesUnavailable(`object storage: ${error}`)
  return bytes
}

/** Pictures as private objects of a bucket: only this server reads them. A PUT is atomic. */
export function createS3PictureFiles(address: S3Address, options: S3Options): PictureFiles {
  const send = createS3Client(address, options)
  const { bucket, prefix } = address
  const keyOf = (id: string) => `${prefix}${id}${EXTENSION}`

  return {
    placeOf: (id) => `s3://${bucket}/${keyOf(id)}`,

    async save(id, jpeg) {
      accepted(await send({ method: 'PUT', key: keyOf(id), body: new Uint8Array(jpeg) }))
    },

    async read(id) {
      const answer = await send({ method: 'GET', key: keyOf(id) })
      return answer.error === 'NoSuchKey' ? null : accepted(answer)
    },

    async remove(id) {
      const answer = await send({ method: 'DELETE', key: keyOf(id) })
      if (answer.error !== 'NoSuchKey') accepted(answer)
    },

    async *listOlderThan(instant) {
      let next: string | null = ''
      while (next !== null) {
        const query = { 'list-type': '2', prefix, ...(next !== '' && { 'continuation-token': next }) }
        const listing = parseS3Listing(accepted(await send({ method: 'GET', key: '', query })).toString('utf8'))
        for (const { key, writtenAt } of listing.objects) {
          const id = pictureName.exec(key.slice(prefix.length))?.[1]
          if (id !== undefined && writtenAt < instant) yield id
        }
        next = listing.next
      }
    },

    async requireReachable() {
      accepted(await send({ method: 'HEAD', key: '' }))
    },
  }
}

export type PictureLocation = {
  /** null: the folder in `dataDir`. */
  files: S3Address | null
  dataDir: string
}

/** Milliseconds for one picture. An answer takes at most three seconds, a command may wait. */
const DEADLINES = { server: 1_500, command: 15_000 }

/** The pictures where `FILES_URL` says. */
export const openPictureFiles = (
  { files, dataDir }: PictureLocation,
  caller: keyof typeof DEADLINES,
  outage?: ServiceOutage,
): PictureFiles =>
  files === null
    ? createPictureFiles(uploadsDirectory(dataDir))
    : createS3PictureFiles(files, { deadlineMs: DEADLINES[caller], outage })
