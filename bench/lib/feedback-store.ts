import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { feedbackKinds, feedbackStates } from '@baiqicha/contract/feedback'
import { newFollowUpNumber } from '../../server/src/domain/follow-up-number.ts'
import { priorityOf } from '../../server/src/features/feedback/feedback-state.rules.ts'
import { systemRandom } from '../../server/src/platform/crypto/system-random.ts'
import type { Database } from '../../server/src/platform/database/database.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { openDatabase } from '../../server/src/platform/database/open-database.ts'
import type { FeedbackEntryTable, FeedbackTable } from '../../server/src/platform/database/tables/feedback.ts'

const DAY = 86_400_000
const PER_STATEMENT = 500
const FURTHER_ENTRIES = 3

/** A feedback of a visitor; kinds and states in turns. */
function feedbackAt(at: number, now: number): FeedbackTable {
  const kind = feedbackKinds[at % feedbackKinds.length] ?? '其他'
  const created_at = now - (at % 365) * DAY - at
  return {
    number: newFollowUpNumber('FB', systemRandom, created_at),
    kind,
    priority: priorityOf(kind),
    state: feedbackStates[Math.floor(at / feedbackKinds.length) % feedbackStates.length] ?? '已提交',
    user_id: null,
    contact: 'yanshi@example.com',
    context: '企业详情 · 1.0.0 · ios',
    content: `演示：第 ${at} 条反馈。${'页面打开后一直显示加载中。'.repeat(6)}`,
    created_at,
    answered_at: null,
    closed_at: null,
    is_unread: 0,
  }
}

const entriesOf = ({ number, created_at }: FeedbackTable): FeedbackEntryTable[] =>
  Array.from({ length: FURTHER_ENTRIES }, (_, turn) => ({
    id: `e-${number}-${turn}`,
    feedback_number: number,
    at: created_at + turn + 1,
    author: turn % 2 === 0 ? 'operator' : 'user',
    content: '演示：请补充出现问题的页面与时间。',
  }))

export type FeedbackStore = { db: Database; numbers: readonly string[]; dispose(): Promise<void> }

/** A new SQLite store with this much feedback. */
export async function openFeedbackStore(count: number, now: number): Promise<FeedbackStore> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'baiqicha-feedback-'))
  const database = openDatabase({ databaseUrl: undefined, dataDir })
  const { db } = database
  await migrate(db)
  const numbers: string[] = []
  for (let from = 0; from < count; from += PER_STATEMENT) {
    const rows = Array.from({ length: Math.min(PER_STATEMENT, count - from) }, (_, at) => feedbackAt(from + at, now))
    await db.transaction().execute(async (tx) => {
      await tx.insertInto('feedback').values(rows).execute()
      await tx.insertInto('feedback_entry').values(rows.flatMap(entriesOf)).execute()
    })
    numbers.push(...rows.map(({ number }) => number))
  }
  return {
    db,
    numbers,
    async dispose() {
      await database.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}
