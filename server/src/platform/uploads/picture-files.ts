import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ServiceOutage } from '../log/service-outage.ts'
import {
  createS3Client,
  FilesUnavailable,
  parseS3Listing,
  type S3Address,
  type S3Answer,
  type S3Options,
} from './s3-client.ts'

/** Uploaded pictures by id: files of a folder, or objects of a bucket. */
export interface PictureFiles {
  /** Where an operator finds the picture: a path, or the address of the object without credentials. */
  placeOf(id: string): string
  /** Atomic: the picture is whole or missing. */
  save(id: string, jpeg: Uint8Array): Promise<void>
  /** null: there is no such picture. At most 2560 pixels a side, so a whole one fits in memory. */
  read(id: string): Promise<Buffer | null>
  /** Does nothing when the picture does not exist. */
  remove(id: string): Promise<void>
  /** Ids of the pictures last written before `instant` (milliseconds), in no order; removes unfinished files of that age. */
  listOlderThan(instant: number): AsyncIterable<string>
  /** @throws FilesUnavailable when pictures cannot be read now. */
  requireReachable(): Promise<void>
}

/** The folder of uploaded pictures in DATA_DIR. */
export const uploadsDirectory = (dataDir: string) => path.join(dataDir, 'uploads')

const EXTENSION = '.jpg'
const UNFINISHED = '.part'

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Pictures as files, in folders by the first characters of the id. */
export function createPictureFiles(directory: string): PictureFiles {
  // Ids look like `i-7h3k…`.
  const pathOf = (id: string) => path.join(directory, id.slice(2, 4), id.slice(4, 6), id + EXTENSION)

  return {
    placeOf: pathOf,

    async save(id, jpeg) {
      const file = pathOf(id)
      await mkdir(path.dirname(file), { recursive: true })
      // The rename makes the write atomic. Only the owner of the process may read the file.
      await writeFile(file + UNFINISHED, jpeg, { mode: 0o600 })
      await rename(file + UNFINISHED, file)
    },

    read: (id) =>
      readFile(pathOf(id)).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      }),

    remove: (id) => rm(pathOf(id), { force: true }),

    async *listOlderThan(instant) {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
      for (const entry of entries) {
        if (!entry.isFile()) continue
        const file = path.join(entry.parentPath, entry.name)
        const written = await stat(file).catch(() => null)
        if (written === null || written.mtimeMs >= instant) continue
        if (entry.name.endsWith(EXTENSION)) yield entry.name.slice(0, -EXTENSION.length)
        else await rm(file, { force: true })
      }
    },

    requireReachable: async () => undefined,
  }
}

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

type PictureLocation = {
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
