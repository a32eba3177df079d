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
}

/** Most matches that are counted and paged. */
const MATCHES_MAX = 200

/** The newest feedback whose texts contain the words. Reads all texts once: the inbox of a year is some tens of megabytes. */
export async function searchFeedback(db: Database, { text, kind, states }: FeedbackSearch): Promise<FeedbackTable[]> {
  const wanted = text.toLowerCase()
  const contains = (column: 'content' | 'number') =>
    isPostgres(db)
      ? sql<boolean>`position(${wanted} in lower(${sql.ref(column)})) > 0`
      : sql<boolean>`instr(lower(${sql.ref(column)}), ${wanted}) > 0`
  return db
    .selectFrom('feedback')
    .selectAll()
    .where('state', 'in', states)
    .$if(kind !== null, (query) => query.where('kind', '=', kind ?? '产品建议'))
    .where((of) =>
      of.or([
        contains('number'),
        contains('content'),
        of('number', 'in', of.selectFrom('feedback_entry').select('feedback_number').where(contains('content'))),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('number')
    .limit(MATCHES_MAX)
    .execute()
}
