import type { Database } from '../../platform/database/database.ts'
import { exportTime, exportTimeOrNull, type PersonalData } from '../../platform/personal-data/personal-data.ts'

const feedbackOf = (db: Database, userId: string) => db.selectFrom('feedback').where('user_id', '=', userId)

/** Personal data of feedback. Its pictures are in the register of corrections, with all other uploads. */
export const feedbackPersonalData: PersonalData[] = [
  {
    table: 'feedback',
    columns: ['user_id', 'contact'],
    title: '反馈',
    exported: {
      async rows(db, { userId }) {
        const reports = await feedbackOf(db, userId).selectAll().orderBy('created_at').orderBy('number').execute()
        return reports.map((report) => ({
          反馈编号: report.number,
          类型: report.kind,
          状态: report.state,
          内容: report.content,
          联系方式: report.contact,
          诊断信息: report.context,
          提交时间: exportTime(report.created_at),
          回复时间: exportTimeOrNull(report.answered_at),
          关闭时间: exportTimeOrNull(report.closed_at),
        }))
      },
    },
    erased: 'withAccount',
  },
  {
    table: 'feedback_entry',
    columns: [],
    title: '反馈往来',
    exported: {
      async rows(db, { userId }) {
        const entries = await db
          .selectFrom('feedback_entry')
          .select(['feedback_number', 'at', 'author', 'content'])
          .where('feedback_number', 'in', feedbackOf(db, userId).select('number'))
          .orderBy('at')
          .orderBy('id')
          .execute()
        return entries.map(({ feedback_number, at, author, content }) => ({
          反馈编号: feedback_number,
          时间: exportTime(at),
          发送方: author === 'user' ? '本人' : '客服',
          内容: content,
        }))
      },
    },
    erased: 'withAccount',
  },
]
