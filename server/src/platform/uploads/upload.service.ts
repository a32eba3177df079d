import { UPLOAD_PIXELS, type UploadedImage } from '@baiqicha/contract/correction'
import type { Clock } from '../../domain/clock.ts'
import { type Random, randomId } from '../../domain/random.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { Database } from '../database/database.ts'
import type { PictureFiles } from './picture-files.ts'
import { readPictureHeader } from './picture-header.ts'
import type { ReEncodeImage } from './re-encode-image.ts'

export type UploadError = { type: 'noPicture' } | { type: 'tooManyPixels' } | { type: 'broken' }

export interface UploadService {
  /** Re-encodes an image and stores it for its owner. @throws Overloaded when the queue of the re-encoder is full. */
  store(owner: string, bytes: Buffer): Promise<Result<UploadedImage, UploadError>>
  /**
   * Assigns images of this owner to a correction. false: one is missing or already assigned; the caller must roll back
   * `tx`.
   */
  use(tx: Database, owner: string, ids: readonly string[], correctionNumber: string): Promise<boolean>
  /** Whether the correction uses all of these images. */
  areUsedBy(db: Database, ids: readonly string[], correctionNumber: string): Promise<boolean>
  /** Erases images that are a day old and belong to no correction. */
  eraseUnused(): Promise<void>
  /** Erases the images of corrections that were decided before `instant` (milliseconds). */
  eraseDecidedBefore(instant: number): Promise<void>
  /** Removes files without a row, which a killed process leaves. */
  sweepFiles(): Promise<void>
}

const DAY = 86_400_000
const BATCH = 200

type UploadDeps = { db: Database; clock: Clock; random: Random; reEncode: ReEncodeImage; files: PictureFiles }

export function createUploadService({ db, clock, random, reEncode, files }: UploadDeps): UploadService {
  async function removeFiles(rows: readonly { id: string }[]) {
    for (const { id } of rows) await files.remove(id)
  }

  return {
    async store(owner, bytes) {
      const header = readPictureHeader(bytes)
      if (header === null || header.width * header.height === 0) return failed({ type: 'noPicture' })
      // The size in the header: a small file may decode to any number of pixels.
      if (header.width * header.height > UPLOAD_PIXELS) return failed({ type: 'tooManyPixels' })
      const picture = await reEncode(bytes)
      if (picture === null) return failed({ type: 'broken' })
      const id = randomId(random, 'i')
      await files.save(id, picture.jpeg)
      try {
        await db
          .insertInto('upload')
          .values({ id, owner, bytes: picture.jpeg.length, created_at: clock.now(), correction_number: null })
          .execute()
      } catch (error) {
        await files.remove(id)
        throw error
      }
      return ok({ imageId: id, width: picture.width, height: picture.height })
    },

    async use(tx, owner, ids, correctionNumber) {
      const wanted = [...new Set(ids)]
      if (wanted.length === 0) return true
      const used = await tx
        .updateTable('upload')
        .set({ correction_number: correctionNumber })
        .where('id', 'in', wanted)
        .where('owner', '=', owner)
        .where('correction_number', 'is', null)
        .returning('id')
        .execute()
      return used.length === wanted.length
    },

    async areUsedBy(of, ids, correctionNumber) {
      const wanted = [...new Set(ids)]
      if (wanted.length === 0) return true
      const used = await of
        .selectFrom('upload')
        .select('id')
        .where('id', 'in', wanted)
        .where('correction_number', '=', correctionNumber)
        .execute()
      return used.length === wanted.length
    },

    async eraseUnused() {
      const erased = await db
        .deleteFrom('upload')
        .where('correction_number', 'is', null)
        .where('created_at', '<', clock.now() - DAY)
        .returning('id')
        .execute()
      await removeFiles(erased)
    },

    async eraseDecidedBefore(instant) {
      const decided = db.selectFrom('correction').select('number').where('decided_at', '<', instant)
      const erased = await db.deleteFrom('upload').where('correction_number', 'in', decided).returning('id').execute()
      await removeFiles(erased)
    },

    async sweepFiles() {
      const old = await files.listOlderThan(clock.now() - DAY)
      for (let from = 0; from < old.length; from += BATCH) {
        const ids = old.slice(from, from + BATCH)
        const rows = await db.selectFrom('upload').select('id').where('id', 'in', ids).execute()
        const withRow = new Set(rows.map(({ id }) => id))
        await removeFiles(ids.filter((id) => !withRow.has(id)).map((id) => ({ id })))
      }
    },
  }
}
