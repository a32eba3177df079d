import { SEARCHED_ROWS } from '@baiqicha/contract/desk/action'
import type { FeedbackKind, FeedbackState } from '@baiqicha/contract/feedback'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { isPostgres } from '../../platform/database/dialect.ts'
import type { FeedbackTable } from '../../platform/database/tables/feedback.ts'

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
