import { UPLOAD_PIXELS, type UploadedImage } from '@baiqicha/contract/correction'
import type { SelectQueryBuilder } from 'kysely'
import { type Clock, DAY_MS } from '../../domain/clock.ts'
import { type Random, randomId } from '../../domain/random.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { Database, Tables } from '../database/database.ts'
import { changedRows } from '../database/portable-sql.ts'
import type { PictureFiles } from './picture-files.ts'
import { type ReEncodeImage, readPictureHeader } from './re-encode-image.ts'

export type UploadError = { type: 'noPicture' } | { type: 'tooManyPixels' } | { type: 'broken' }

type NumbersOf<Table extends 'correction' | 'feedback'> = SelectQueryBuilder<Tables, Table, { number: string }>

export type UploadService = ReturnType<typeof createUploadService>

/** Owner of the images of a user. */
export const ownerOfUser = (userId: string) => `user:${userId}`
const BATCH = 200

/** Ids of the pictures of a correction or feedback. */
export async function findPictures(of: Database, number: string): Promise<string[]> {
  const rows = await of
    .selectFrom('upload')
    .select('id')
    .where('used_by', '=', number)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

type UploadDeps = { db: Database; clock: Clock; random: Random; reEncode: ReEncodeImage; files: PictureFiles }

export function createUploadService({ db, clock, random, reEncode, files }: UploadDeps) {
  async function removeFiles(rows: readonly { id: string }[]) {
    for (const { id } of rows) await files.remove(id)
  }

  async function removeWithoutRow(ids: readonly string[]) {
    if (ids.length === 0) return
    const rows = await db.selectFrom('upload').select('id').where('id', 'in', ids).execute()
    const withRow = new Set(rows.map(({ id }) => id))
    await removeFiles(ids.filter((id) => !withRow.has(id)).map((id) => ({ id })))
  }

  return {
    /** Re-encodes an image and stores it for its owner. @throws Overloaded when the queue of the re-encoder is full. */
    async store(owner: string, bytes: Buffer): Promise<Result<UploadedImage, UploadError>> {
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
          .values({ id, owner, bytes: picture.jpeg.length, created_at: clock.now(), used_by: null })
          .execute()
      } catch (error) {
        // What cannot be removed now is a file without a row, which the sweep removes.
        await files.remove(id).catch(() => {})
        throw error
      }
      return ok({ imageId: id, width: picture.width, height: picture.height })
    },

    /**
     * Assigns images of this owner to a correction or feedback. false: one is missing or already assigned; the caller must
     * roll back `tx`.
     */
    async use(tx: Database, owner: string, ids: readonly string[], number: string): Promise<boolean> {
      const wanted = [...new Set(ids)]
      if (wanted.length === 0) return true
      const used = await tx
        .updateTable('upload')
        .set({ used_by: number })
        .where('id', 'in', wanted)
        .where('owner', '=', owner)
        .where('used_by', 'is', null)
        .$call(changedRows)
      return used === wanted.length
    },

    /** Whether the correction or feedback uses all of these images. */
    async areUsedBy(of: Database, ids: readonly string[], number: string): Promise<boolean> {
      const wanted = [...new Set(ids)]
      if (wanted.length === 0) return true
      const used = await of
        .selectFrom('upload')
        .select('id')
        .where('id', 'in', wanted)
        .where('used_by', '=', number)
        .execute()
      return used.length === wanted.length
    },

    /** Erases unused images that are a day old. */
    async eraseUnused(): Promise<void> {
      const erased = await db
        .deleteFrom('upload')
        .where('used_by', 'is', null)
        .where('created_at', '<', clock.now() - DAY_MS)
        .returning('id')
        .execute()
      await removeFiles(erased)
    },

    /** Erases the images of the corrections or feedback that the query selects. */
    async eraseUsedBy(numbers: NumbersOf<'correction'> | NumbersOf<'feedback'>): Promise<void> {
      const erased = await db.deleteFrom('upload').where('used_by', 'in', numbers).returning('id').execute()
      await removeFiles(erased)
    },

    /** Removes files without a row, which a killed process leaves. */
    async deleteOrphanFiles(): Promise<void> {
      let batch: string[] = []
      for await (const id of files.listOlderThan(clock.now() - DAY_MS)) {
        batch.push(id)
        if (batch.length < BATCH) continue
        await removeWithoutRow(batch)
        batch = []
      }
      await removeWithoutRow(batch)
    },
  }
}
