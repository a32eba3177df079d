import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { changesRow } from '../../platform/database/portable-sql.ts'
import {
  type ContentDraftTable,
  type ContentPlace,
  type ContentVersionTable,
  contentPlaces,
} from '../../platform/database/tables/content.ts'
import { readShippedContent } from './content-fields.ts'
import type { NewPicture } from './content-picture.ts'

/** A version without its content. */
export type ContentVersion = Omit<DeskOutput<'content versions'>['items'][number], 'state'>

/** Author of the shipped content. */
const PRODUCT = 'product'

const columns = ['version', 'author', 'created_at as createdAt', 'reason', 'shown_from as shownFrom'] as const

const newestOf = (db: Database, place: ContentPlace) =>
  db
    .selectFrom('content_version')
    .select((one) => one.fn.max('version').as('version'))
    .where('place', '=', place)

/** Versions of the content of each place. `db` may be a transaction. */
export function createContentRepository(clock: Clock) {
  return {
    /** The newest version of a place, which a publication names as its base; 0 for none. */
    async newestVersion(db: Database, place: ContentPlace): Promise<number> {
      return (await newestOf(db, place).executeTakeFirst())?.version ?? 0
    },

    /** The version counter of a place: the newest version whose time has come; 0 for none. */
    async shownVersion(db: Database, place: ContentPlace): Promise<number> {
      const row = await newestOf(db, place)
        .where((one) => one.or([one('shown_from', 'is', null), one('shown_from', '<=', clock.now())]))
        .executeTakeFirst()
      return row?.version ?? 0
    },

    /** One version with its content; null when there is none. */
    async find(db: Database, place: ContentPlace, version: number) {
      const row = await db
        .selectFrom('content_version')
        .select([...columns, 'content'])
        .where('place', '=', place)
        .where('version', '=', version)
        .executeTakeFirst()
      return row ?? null
    },

    /** Newest first. */
    async list(db: Database, place: ContentPlace): Promise<ContentVersion[]> {
      return db
        .selectFrom('content_version')
        .select(columns)
        .where('place', '=', place)
        .orderBy('version', 'desc')
        .execute()
    },

    /** Adds a version. false: it exists already, because another publication was faster. */
    async add(
      db: Database,
      { place, version, content, author, reason, shownFrom = null }: NewVersion,
    ): Promise<boolean> {
      return db
        .insertInto('content_version')
        .values({ place, version, content, author, reason, created_at: clock.now(), shown_from: shownFrom })
        .onConflict((conflict) => conflict.columns(['place', 'version']).doNothing())
        .$call(changesRow)
    },

    /** The draft of a place; null: none. */
    async findDraft(db: Database, place: ContentPlace): Promise<ContentDraftTable | null> {
      return (await db.selectFrom('content_draft').selectAll().where('place', '=', place).executeTakeFirst()) ?? null
    },

    /** Stores a draft over the one that was saved at a time; null: over none. false: another one is stored. */
    async saveDraft(db: Database, draft: ContentDraftTable, over: number | null): Promise<boolean> {
      return over === null
        ? db
            .insertInto('content_draft')
            .values(draft)
            .onConflict((conflict) => conflict.column('place').doNothing())
            .$call(changesRow)
        : db
            .updateTable('content_draft')
            .set(draft)
            .where('place', '=', draft.place)
            .where('saved_at', '=', over)
            .$call(changesRow)
    },

    /** Deletes the draft that was saved at a time. false: another one is stored, or none. */
    async deleteDraft(db: Database, place: ContentPlace, savedAt: number): Promise<boolean> {
      return db.deleteFrom('content_draft').where('place', '=', place).where('saved_at', '=', savedAt).$call(changesRow)
    },

    async addPictures(db: Database, pictures: readonly NewPicture[]): Promise<void> {
      for (const { id, jpeg } of pictures) {
        await db
          .insertInto('content_picture')
          .values({ id, jpeg: jpeg.toString('base64'), created_at: clock.now() })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute()
      }
    },

    /** null: there is no such picture. */
    async findPicture(db: Database, id: string): Promise<Buffer | null> {
      const row = await db.selectFrom('content_picture').select('jpeg').where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : Buffer.from(row.jpeg, 'base64')
    },

    /** Stores the shipped content as version 1 of each place that has no version. Several processes may do so at once. */
    async fillIfEmpty(db: Database): Promise<void> {
      for (const place of contentPlaces) {
        if ((await this.newestVersion(db, place)) > 0) continue
        const content = JSON.stringify(JSON.parse(readShippedContent(place)))
        await this.add(db, { place, version: 1, content, author: PRODUCT, reason: '随产品提供' })
      }
    },
  }
}

type NewVersion = Omit<ContentVersionTable, 'created_at' | 'shown_from'> & { shownFrom?: number | null }
