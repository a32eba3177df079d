import { SEARCHED_ROWS } from '@baiqicha/contract/desk/action'
import type { FeedbackItem, FeedbackKind, FeedbackState, FeedbackThread } from '@baiqicha/contract/feedback'
import { sql } from 'kysely'
import { isoOf } from '../../domain/clock.ts'
import { maskContactsIn } from '../../domain/masking/masking.ts'
import { type Random, randomId } from '../../domain/random.ts'
import type { Database } from '../../platform/database/database.ts'
import { isPostgres } from '../../platform/database/portable-sql.ts'
import type { FeedbackEntryTable, FeedbackTable } from '../../platform/database/tables/submission.ts'
import { findPictures } from '../../platform/uploads/upload.service.ts'

export type FeedbackEntry = Pick<FeedbackEntryTable, 'at' | 'author' | 'content'>

export const findFeedback = (of: Database, number: string) =>
  of.selectFrom('feedback').selectAll().where('number', '=', number).executeTakeFirst()

/** Locks the row until the end of the transaction, so that concurrent steps wait for each other. */
export const lockFeedback = (tx: Database, number: string) =>
  tx
    .updateTable('feedback')
    .set((of) => ({ state: of.ref('state') }))
    .where('number', '=', number)
    .returningAll()
    .executeTakeFirst()

/** The messages of a thread, oldest first; the first is the description. */
export async function findEntries(
  of: Database,
  { number, created_at, content }: FeedbackTable,
): Promise<FeedbackEntry[]> {
  const further = await of
    .selectFrom('feedback_entry')
    .select(['at', 'author', 'content'])
    .where('feedback_number', '=', number)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return [{ at: created_at, author: 'user', content }, ...further]
}

/** Appends a message, after those of the same millisecond. The caller has locked the feedback. */
export async function addEntry(tx: Database, random: Random, row: FeedbackTable, entry: FeedbackEntry): Promise<void> {
  const last = (await findEntries(tx, row)).at(-1)?.at ?? 0
  await tx
    .insertInto('feedback_entry')
    .values({
      id: randomId(random, 'e'),
      feedback_number: row.number,
      ...entry,
      at: entry.at > last ? entry.at : last + 1,
    })
    .execute()
}

/** The newest message of a thread; undefined: only the description. */
export const findLastEntry = (of: Database, number: string) =>
  of
    .selectFrom('feedback_entry')
    .selectAll()
    .where('feedback_number', '=', number)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()

const EXCERPT = 60
/** Start of a description on one line. */
export function firstWordsOf(content: string): string {
  const characters = Array.from(content.replace(/\s+/g, ' '))
  return characters.length > EXCERPT ? `${characters.slice(0, EXCERPT).join('')}…` : characters.join('')
}

export const itemOf = (row: FeedbackTable): FeedbackItem => ({
  number: row.number,
  kind: row.kind,
  state: row.state,
  excerpt: firstWordsOf(row.content),
  createdAt: isoOf(row.created_at),
  answeredAt: row.answered_at === null ? null : isoOf(row.answered_at),
  unread: row.is_unread === 1,
})

/** The thread as its sender sees it. */
export async function findThread(of: Database, row: FeedbackTable): Promise<FeedbackThread> {
  const entries = await findEntries(of, row)
  return {
    number: row.number,
    kind: row.kind,
    state: row.state,
    createdAt: isoOf(row.created_at),
    context: row.context,
    contactMasked: row.contact === null ? null : maskContactsIn(row.contact),
    pictureCount: (await findPictures(of, row.number)).length,
    entries: entries.map(({ author, content, at }) => ({ from: author, content, at: isoOf(at) })),
    canAppend: row.state !== '已关闭',
  }
}

type FeedbackSearch = {
  /** Part of a number, of a description or of a message; case makes no difference. */
  text: string
  kind: FeedbackKind | null
  states: readonly FeedbackState[]
  /** The search goes on after this feedback; undefined: it begins with the newest. */
  after: FeedbackTable | undefined
  /** Most matches. */
  limit: number
}

/** Matches, newest first. `last`: number of the last feedback that was read, if there are older ones; null: none is older. */
type FoundFeedback = { rows: FeedbackTable[]; last: string | null }

/** Searches the next `SEARCHED_ROWS` feedback, so that a large inbox takes no longer than a small one. */
export async function searchFeedback(
  db: Database,
  { text, kind, states, after, limit }: FeedbackSearch,
): Promise<FoundFeedback> {
  const wanted = text.toLowerCase()
  const contains = (column: string) =>
    isPostgres(db)
      ? sql<boolean>`position(${wanted} in lower(${sql.ref(column)})) > 0`
      : sql<boolean>`instr(lower(${sql.ref(column)}), ${wanted}) > 0`
  const [createdAt, number] = [after?.created_at ?? Number.MAX_SAFE_INTEGER, after?.number ?? '']
  const read = db
    .selectFrom('feedback')
    .where((of) => of(of.refTuple('created_at', 'number'), '<', of.tuple(createdAt, number)))
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')
  const rows = await db
    .selectFrom(read.selectAll().limit(SEARCHED_ROWS).as('read'))
    .selectAll()
    .where('state', 'in', states)
    .$if(kind !== null, (query) => query.where('kind', '=', kind ?? '产品建议'))
    .where((of) =>
      of.or([
        contains('read.number'),
        contains('read.content'),
        // Compared as a value: PostgreSQL would answer `exists` by reading the messages of all feedback.
        of(
          of
            .selectFrom('feedback_entry')
            .select('id')
            .whereRef('feedback_number', '=', 'read.number')
            .where(contains('feedback_entry.content'))
            .limit(1),
          'is not',
          null,
        ),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
  const [last, older] = await read
    .select('number')
    .offset(SEARCHED_ROWS - 1)
    .limit(2)
    .execute()
  return { rows, last: older === undefined ? null : (last?.number ?? null) }
}
