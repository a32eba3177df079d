import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { exportTime, type PersonalData } from '../../platform/personal-data/personal-data.ts'
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
  {
    table: 'assistant_conversation',
    columns: ['user_id'],
    title: '百言对话',
    exported: {
      async rows(db, { userId }) {
        const rows = await db
          .selectFrom('assistant_conversation')
          .select(['id', 'title', 'updated_at'])
          .where('user_id', '=', userId)
          .orderBy('updated_at')
          .orderBy('id')
          .execute()
        return rows.map(({ id, title, updated_at }) => ({
          对话编号: id,
          名称: title,
          更新时间: exportTime(updated_at),
        }))
      },
    },
    erased: 'withAccount',
  },
  {
    table: 'assistant_answer',
    columns: ['user_id'],
    title: '百言问答',
    exported: {
      async rows(db, { userId }) {
        const answers = await answersOf(db, clock, userId)
        return answers.map(({ row, content }) => ({
          对话编号: row.conversation_id,
          时间: exportTime(row.asked_at),
          问题: row.question,
          状态: row.status,
          回答: content.segments.map(({ text }) => text).join('\n'),
          来源: [
            ...new Set(
              content.segments.flatMap(({ citations }) =>
                citations.map(({ label, date }) => [label, date ?? ''].join(' ').trim()),
              ),
            ),
          ].join('\n'),
          评价: row.is_useful === null ? null : row.is_useful === 1 ? '有用' : '无用',
          评价原因: row.useless_reason,
          评价说明: row.useless_text,
        }))
      },
    },
    erased: 'withAccount',
  },
  {
    table: 'assistant_share',
    columns: [],
    title: '百言分享',
    exported: {
      async rows(db, { userId }) {
        const rows = await db
          .selectFrom('assistant_share')
          .innerJoin('assistant_answer', 'assistant_answer.id', 'assistant_share.answer_id')
          .select(['assistant_share.answer_id', 'assistant_share.created_at'])
          .where('assistant_answer.user_id', '=', userId)
          .orderBy('assistant_share.created_at')
          .orderBy('assistant_share.key_hash')
          .execute()
        return rows.map(({ answer_id, created_at }) => ({ 回答编号: answer_id, 分享时间: exportTime(created_at) }))
      },
    },
    erased: 'withAccount',
  },
  {
    table: 'assistant_use',
    columns: ['user_id'],
    title: '百言提问次数',
    exported: {
      async rows(db, { userId }) {
        const rows = await db
          .selectFrom('assistant_use')
          .select('at')
          .where('user_id', '=', userId)
          .orderBy('at')
          .orderBy('answer_id')
          .execute()
        return rows.map(({ at }) => ({ 时间: exportTime(at) }))
      },
    },
    erased: 'withAccount',
  },
]
