import type { Kysely } from 'kysely'
import type { AccountTables } from './tables/account.ts'
import type { AssistantTables } from './tables/assistant.ts'
import type { CompanyTables } from './tables/company.ts'
import type { ContentTables } from './tables/content.ts'
import type { FollowTables } from './tables/follow.ts'
import type { ImportTables } from './tables/import.ts'
import type { OperatorTables } from './tables/operator.ts'
import type { RecordTables } from './tables/record.ts'
import type { SubmissionTables } from './tables/submission.ts'
import type { TrackingTables } from './tables/tracking.ts'

type OwnTables = {
  /** A task that one process at a time does. Rows are never deleted: the token only grows. */
  lease: {
    name: string
    /** Empty: released. */
    holder: string
    /** Fencing token, one more with each holder. */
    token: number
    /** Counts the renewals of this holder. A row that does not change has lost its holder. */
    renewals: number
  }
  store_identity: {
    only_row: 1
    /** Random; a copy of the store has the same. */
    id: string
  }
}

/** Every table. */
export type Tables = OwnTables &
  AccountTables &
  AssistantTables &
  CompanyTables &
  ContentTables &
  FollowTables &
  ImportTables &
  OperatorTables &
  RecordTables &
  SubmissionTables &
  TrackingTables

export type Database = Kysely<Tables>
