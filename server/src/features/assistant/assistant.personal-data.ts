import type { Citation } from '@baiqicha/contract/assistant'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { type ExportRow, exportTime, type PersonalData } from '../../platform/personal-data/personal-data.ts'
import { createCompanyRecords } from '../../records/record-counts.ts'
import { recheckAnswer } from './cited-changes.rules.ts'
import { createCitedTodayReader } from './cited-today.repository.ts'
import { readRow } from './stored-answer.ts'

/** Answers of the user as they may be shown today. */
async function answersOf(db: Database, clock: Clock, userId: string) {
  const rows = await db
    .selectFrom('assistant_answer')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('asked_at')
    .orderBy('id')
    .execute()
  const read = rows.map(readRow)
  const recordCounts = createCompanyRecords({ db, clock, includeDemo: true })
  const today = await createCitedTodayReader({ db, clock, recordCounts })(read.flatMap(({ evidence }) => evidence))
  return read.map(({ row, content, evidence }) => ({ row, content: recheckAnswer(content, evidence, today) }))
}

/** Personal data of 百言. */
export const assistantPersonalData = (clock: Clock): PersonalData[] => [
  ownData('assistant_conversation', '百言对话', async (db, userId) => {
    const rows = await db
      .selectFrom('assistant_conversation')
      .select(['id', 'title', 'updated_at'])
      .where('user_id', '=', userId)
      .orderBy('updated_at')
      .orderBy('id')
      .execute()
    return rows.map((row) => ({ 对话编号: row.id, 名称: row.title, 更新时间: exportTime(row.updated_at) }))
  }),
  ownData('assistant_answer', '百言问答', async (db, userId) => {
    const answers = await answersOf(db, clock, userId)
    return answers.map(({ row, content: { segments } }) => ({
      对话编号: row.conversation_id,
      时间: exportTime(row.asked_at),
      问题: row.question,
      状态: row.status,
      回答: segments.map(({ text }) => text).join('\n'),
      来源: [...new Set(segments.flatMap(({ citations }) => citations.map(sourceText)))].join('\n'),
      评价: row.is_useful === null ? null : row.is_useful === 1 ? '有用' : '无用',
      评价原因: row.useless_reason,
      评价说明: row.useless_text,
    }))
  }),
  {
    ...ownData('assistant_share', '百言分享', async (db, userId) => {
      const rows = await db
        .selectFrom('assistant_share')
        .innerJoin('assistant_answer', 'assistant_answer.id', 'assistant_share.answer_id')
        .select(['assistant_share.answer_id', 'assistant_share.created_at'])
        .where('assistant_answer.user_id', '=', userId)
        .orderBy('assistant_share.created_at')
        .orderBy('assistant_share.key_hash')
        .execute()
      return rows.map((row) => ({ 回答编号: row.answer_id, 分享时间: exportTime(row.created_at) }))
    }),
    columns: [],
  },
  ownData('assistant_use', '百言提问次数', async (db, userId) => {
    const uses = db.selectFrom('assistant_use').select('at').where('user_id', '=', userId)
    const rows = await uses.orderBy('at').orderBy('answer_id').execute()
    return rows.map(({ at }) => ({ 时间: exportTime(at) }))
  }),
]

const sourceText = ({ label, date }: Citation) => [label, date ?? ''].join(' ').trim()

/** A table with the id of the user, whose rows go with the account. */
const ownData = (
  table: PersonalData['table'],
  title: string,
  rowsOf: (db: Database, userId: string) => Promise<ExportRow[]>,
): PersonalData => ({
  table,
  columns: ['user_id'],
  title,
  exported: { rows: (db, { userId }) => rowsOf(db, userId) },
  erased: 'withAccount',
})
