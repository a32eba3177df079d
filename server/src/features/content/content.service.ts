import type { DeskOutput, ParsedDeskInput } from '@baiqicha/contract/desk/actions'
import * as z from 'zod/mini'
import { type Clock, minuteOf } from '../../domain/clock.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { AppendOperatorAudit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ContentDraftTable, ContentPlace } from '../../platform/database/tables/content.ts'
import { parseJson } from '../../platform/json.ts'
import type { ReEncodeImage } from '../../platform/uploads/re-encode-image.ts'
import { type ContentVersion, createContentRepository } from './content.repository.ts'
import { type ContentError, checkContent } from './content-check.ts'
import { type ContentOf, changesBetween, contentSchemas, type FieldChange } from './content-fields.ts'
import {
  acceptPicture,
  FILE_PREFIX,
  type NewPicture,
  pathOfPicture,
  pictureIdOf,
  shippedBanners,
} from './content-picture.ts'

/** Content as the operator wrote it. */
export type ContentDraft = {
  place: ContentPlace
  /** JSON. */
  text: string
  /** Version that the draft changes. */
  base: number
  /** When it is shown; absent or null: at once. */
  shownFrom?: number | null
  /** Of the stored draft that the publication ends; absent or null: none. */
  savedAt?: number | null
  /** Bytes of a picture that the draft names as file:<name>; null: there is none. */
  readPicture: (name: string) => Promise<Buffer | null>
}

/** Another publication since the base of a draft. */
export type ContentConflict = { newest: ContentVersion; fields: string[] }

/** What a publication would do. `changes` compares with the newest version. */
export type ContentPreview = {
  content: ContentOf<ContentPlace> | null
  errors: ContentError[]
  conflict: ContentConflict | null
  changes: FieldChange[]
}

export type ContentRefusal =
  | { type: 'invalid'; errors: ContentError[] }
  | ({ type: 'conflict' } & ContentConflict)
  | { type: 'unknownVersion'; version: number }
  | { type: 'unchanged' }
  /** Another operator saved the draft or gave it up meanwhile; null: gave it up. */
  | { type: 'draftChanged'; draft: SavedDraft | null }
  /** The time has passed, or is more than a year ahead. */
  | { type: 'badTime' }
  /** A picture that is not accepted. */
  | { type: 'badPicture'; sentence: string }

/** A draft that operators share. `savedAt` names its state. */
type SavedDraft = NonNullable<DeskOutput<'content show'>['draft']>

type DraftStep = ParsedDeskInput<'content draft'> & { operator: string }

export type Published = { version: number; fields: string[] }

/** Who publishes, as in `cli:zhang`, and why. */
export type Publisher = { operator: string; reason: string }

type ContentServiceDeps = {
  db: Database
  clock: Clock
  jumpHosts: readonly string[]
  reEncode: ReEncodeImage
  operatorAudit: AppendOperatorAudit
}

/** The one way to change content: every caller publishes a checked version that names its base. */
export function createContentService({ db, clock, jumpHosts, reEncode, operatorAudit }: ContentServiceDeps) {
  const repository = createContentRepository(clock)

  /** The newest version with its content. */
  async function current(place: ContentPlace): Promise<(ContentVersion & { content: unknown }) | null> {
    const newest = await repository.find(db, place, await repository.newestVersion(db, place))
    return newest === null ? null : { ...newest, content: contentFrom(newest.content) }
  }

  /** Replaces each picture of the content by the path of its stored copy. */
  async function resolvePictures({ content, readPicture }: Pick<ContentDraft, 'readPicture'> & { content: Content }) {
    const errors: ContentError[] = []
    const pictures: NewPicture[] = []
    const resolve = async (field: string, path: string, isBanner: boolean) => {
      if (path.startsWith(FILE_PREFIX)) {
        const bytes = await readPicture(path.slice(FILE_PREFIX.length))
        const accepted = await acceptPicture(bytes, { reEncode, isBanner })
        if ('picture' in accepted) {
          pictures.push(accepted.picture)
          return pathOfPicture(accepted.picture.id)
        }
        errors.push({ field, sentence: accepted.sentence })
        return path
      }
      if (isBanner && shippedBanners.includes(path)) return path
      const id = pictureIdOf(path)
      const isStored = id !== null && (await repository.findPicture(db, id)) !== null
      if (!isStored) errors.push({ field, sentence: `应为 ${FILE_PREFIX}<图片文件>，或已发布过的图片地址。` })
      return path
    }
    if ('bannerList' in content) {
      const bannerList = []
      for (const banner of content.bannerList) {
        bannerList.push({ ...banner, url: await resolve(`bannerList[${banner.id}].url`, banner.url, true) })
      }
      return { content: { ...content, bannerList }, pictures, errors }
    }
    if ('wechatQr' in content && content.wechatQr !== null) {
      const wechatQr = await resolve('wechatQr', content.wechatQr, false)
      return { content: { ...content, wechatQr }, pictures, errors }
    }
    return { content, pictures, errors }
  }

  /** The newest version, and what it changed since a base. */
  async function changesSince(place: ContentPlace, base: number) {
    const [from, newest] = [await repository.find(db, place, base), await current(place)]
    if (from === null || newest === null) return failed({ type: 'unknownVersion', version: base } as const)
    return ok({ newest, fields: fieldsOf(changesBetween(contentFrom(from.content), newest.content)) })
  }

  /** Checks a draft and compares it with its base and with the newest version. Writes nothing. */
  async function prepare(draft: ContentDraft): Promise<Result<Prepared, ContentRefusal>> {
    const { place, base } = draft
    const since = await changesSince(place, base)
    if (!since.ok) return since
    const { newest } = since.value
    const conflict = newest.version === base ? null : since.value
    const checked = checkContent(place, draft.text, { jumpHosts })
    if (checked.content === null) {
      return ok({ content: null, pictures: [], errors: checked.errors, conflict, changes: [] })
    }
    const errors = [...checked.errors]
    if (checked.version !== undefined && checked.version !== base) {
      errors.push({ field: 'version', sentence: `文件基于版本 ${checked.version}，与 --base ${base} 不同。` })
    }
    errors.push(...lostChoices(newest.content, checked.content))
    const resolved = await resolvePictures({ content: checked.content, readPicture: draft.readPicture })
    errors.push(...resolved.errors)
    const { content, pictures } = resolved
    return ok({ content, pictures, errors, conflict, changes: changesBetween(newest.content, content) })
  }

  type Change = Omit<ContentDraft, 'text' | 'readPicture'> &
    Pick<Prepared, 'pictures' | 'changes'> & { content: Content }

  /** Stores the version after its base with its pictures and its audit row, or nothing. */
  async function store(
    action: 'contentPublished' | 'contentRestored',
    { place, base, content, pictures, changes, shownFrom = null, savedAt = null }: Change,
    by: Publisher,
  ) {
    const version = base + 1
    const added = await db.transaction().execute(async (tx) => {
      const isNext = (await repository.newestVersion(tx, place)) === base
      // Two publications may both be next: the key of the table lets one of them in.
      if (
        !isNext ||
        !(await repository.add(tx, {
          place,
          version,
          content: JSON.stringify(content),
          author: by.operator,
          reason: by.reason,
          shownFrom,
        }))
      )
        return false
      if (savedAt !== null) await repository.deleteDraft(tx, place, savedAt)
      await repository.addPictures(tx, pictures)
      await operatorAudit(tx, {
        operator: by.operator,
        action,
        subject: place,
        before: { version: base, ...valuesOf(changes, 'before') },
        after: {
          version,
          ...(shownFrom !== null && { shownFrom: minuteOf(shownFrom) }),
          ...valuesOf(changes, 'after'),
        },
        reason: by.reason,
      })
      return true
    })
    return added ? version : null
  }

  /** The refusal of a publication whose base is no longer the newest version. */
  async function conflictSince(place: ContentPlace, base: number): Promise<Result<never, ContentRefusal>> {
    const since = await changesSince(place, base)
    return since.ok ? failed({ type: 'conflict', ...since.value }) : since
  }

  /** An old content, checked again: hosts that banners may open can have changed since. */
  async function prepareRestore(place: ContentPlace, version: number) {
    const [old, newest] = [await repository.find(db, place, version), await current(place)]
    if (old === null || newest === null) return failed({ type: 'unknownVersion', version } as const)
    const checked = checkContent(place, old.content, { jumpHosts })
    if (checked.content === null || checked.errors.length > 0) {
      return failed({ type: 'invalid', errors: checked.errors } as const)
    }
    const content = withAllChoices(newest.content, checked.content)
    return ok({ base: newest.version, content, changes: changesBetween(newest.content, content) })
  }

  return {
    current,
    /** Newest first. */
    versions: (place: ContentPlace): Promise<ContentVersion[]> => repository.list(db, place),

    /** The stored draft of a place; null: none. */
    draft: async (place: ContentPlace): Promise<SavedDraft | null> => draftOf(await repository.findDraft(db, place)),

    /** Stores a draft, or gives it up. Returns when it was saved; null: there is none any more. */
    async saveDraft({
      place,
      base,
      text,
      savedAt,
      operator,
    }: DraftStep): Promise<Result<number | null, ContentRefusal>> {
      const content = text === null ? null : parseJson(text)
      if (content === undefined) return failed({ type: 'invalid', errors: [{ field: '', sentence: '不是 JSON。' }] })
      const published = await repository.find(db, place, base)
      if (published === null) return failed({ type: 'unknownVersion', version: base })
      return db.transaction().execute(async (tx): Promise<Result<number | null, ContentRefusal>> => {
        const before = await repository.findDraft(tx, place)
        const at = Math.max(clock.now(), (savedAt ?? 0) + 1)
        const row = { place, base, content: text ?? '', editor: operator, saved_at: at }
        const isDone =
          text === null
            ? savedAt !== null && (await repository.deleteDraft(tx, place, savedAt))
            : await repository.saveDraft(tx, row, savedAt)
        if (!isDone) return failed({ type: 'draftChanged', draft: draftOf(await repository.findDraft(tx, place)) })
        const changes = changesBetween(contentFrom(before?.content ?? published.content), content ?? {})
        await operatorAudit(tx, {
          operator,
          action: 'contentDrafted',
          subject: place,
          before: before === null ? null : { base: before.base, ...(text !== null && valuesOf(changes, 'before')) },
          after: text === null ? null : { base, ...valuesOf(changes, 'after') },
        })
        return ok(text === null ? null : at)
      })
    },

    /** What differs between two versions. */
    async compare(place: ContentPlace, from: number, to: number): Promise<Result<FieldChange[], ContentRefusal>> {
      const [before, after] = [await repository.find(db, place, from), await repository.find(db, place, to)]
      if (before === null) return failed({ type: 'unknownVersion', version: from })
      if (after === null) return failed({ type: 'unknownVersion', version: to })
      return ok(changesBetween(contentFrom(before.content), contentFrom(after.content)))
    },

    async preview(draft: ContentDraft): Promise<Result<ContentPreview, ContentRefusal>> {
      const prepared = await prepare(draft)
      if (!prepared.ok) return prepared
      const { content, errors, conflict, changes } = prepared.value
      return ok({ content, errors, conflict, changes })
    },

    async publish(draft: ContentDraft, by: Publisher): Promise<Result<Published, ContentRefusal>> {
      const prepared = await prepare(draft)
      if (!prepared.ok) return prepared
      const { content, errors, conflict, changes, pictures } = prepared.value
      if (content === null || errors.length > 0) return failed({ type: 'invalid', errors })
      if (conflict !== null) return failed({ type: 'conflict', ...conflict })
      if (changes.length === 0) return failed({ type: 'unchanged' })
      const { place, base, shownFrom = null } = draft
      const now = clock.now()
      if (shownFrom !== null && (shownFrom <= now || shownFrom > now + YEAR_MS)) return failed({ type: 'badTime' })
      const version = await store('contentPublished', { ...draft, content, pictures, changes }, by)
      return version === null ? conflictSince(place, base) : ok({ version, fields: fieldsOf(changes) })
    },

    /** Publishes the content of an old version again. */
    async restore(place: ContentPlace, version: number, by: Publisher): Promise<Result<Published, ContentRefusal>> {
      const prepared = await prepareRestore(place, version)
      if (!prepared.ok) return prepared
      const { base, content, changes } = prepared.value
      if (changes.length === 0) return failed({ type: 'unchanged' })
      const restored = await store('contentRestored', { place, base, content, pictures: [], changes }, by)
      return restored === null ? conflictSince(place, base) : ok({ version: restored, fields: fieldsOf(changes) })
    },

    /** What a restoration would change. Writes nothing. */
    async previewRestore(place: ContentPlace, version: number): Promise<Result<FieldChange[], ContentRefusal>> {
      const prepared = await prepareRestore(place, version)
      return prepared.ok ? ok(prepared.value.changes) : prepared
    },

    /** Stores a picture and returns its path, which a content may then name. */
    async addPicture(
      bytes: Buffer,
      { isBanner, operator }: { isBanner: boolean; operator: string },
    ): Promise<Result<string, ContentRefusal>> {
      const accepted = await acceptPicture(bytes, { reEncode, isBanner })
      if (!('picture' in accepted)) return failed({ type: 'badPicture', sentence: accepted.sentence })
      const { picture } = accepted
      await db.transaction().execute(async (tx) => {
        await repository.addPictures(tx, [picture])
        await operatorAudit(tx, {
          operator,
          action: 'contentPictureAdded',
          subject: picture.id,
          after: { bytes: picture.jpeg.length },
        })
      })
      return ok(pathOfPicture(picture.id))
    },
  }
}

const choiceLists = ['careers', 'industries'] as const

/** Choices of the newest rules of membership that the next ones lack: an id is never used again, so a choice is retired instead. */
function lostChoices(newest: unknown, next: Content): ContentError[] {
  if (!('careers' in next)) return []
  const before = z.parse(contentSchemas.membership, newest)
  return choiceLists.flatMap((list) =>
    before[list]
      .filter(({ id }) => !next[list].some((choice) => choice.id === id))
      .map(({ id }) => ({ field: `${list}[${id}]`, sentence: '不能删除，只能停用。' })),
  )
}

/** Adds the choices that an old content did not have yet, retired. */
function withAllChoices(newest: unknown, old: Content): Content {
  if (!('careers' in old)) return old
  const now = z.parse(contentSchemas.membership, newest)
  const all = (list: (typeof choiceLists)[number]) => [
    ...old[list],
    ...now[list]
      .filter(({ id }) => !old[list].some((choice) => choice.id === id))
      .map((one) => ({ ...one, retired: true })),
  ]
  return { ...old, careers: all('careers'), industries: all('industries') }
}

/** Longest time ahead of a publication. */
const YEAR_MS = 366 * 86_400_000

type Content = ContentOf<ContentPlace>
type Prepared = ContentPreview & { pictures: NewPicture[] }

const contentFrom = (text: string): unknown => JSON.parse(text)

const draftOf = (row: ContentDraftTable | null): SavedDraft | null =>
  row && { base: row.base, text: row.content, editor: row.editor, savedAt: row.saved_at }

const valuesOf = (changes: readonly FieldChange[], side: 'before' | 'after') =>
  Object.fromEntries(changes.map((change) => [change.field, change[side]]))
const fieldsOf = (changes: readonly FieldChange[]) => changes.map(({ field }) => field)
