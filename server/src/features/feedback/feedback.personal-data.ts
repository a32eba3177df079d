import { type PersonalData, storedRows } from '../../platform/personal-data/personal-data.ts'

/** Personal data of feedback. Its pictures are in the register of corrections, with all other uploads. */
export const feedbackPersonalData: PersonalData[] = [
  {
    table: 'feedback',
    columns: ['user_id', 'contact'],
    title: '反馈',
    exported: storedRows('feedback', ['created_at', 'number'], {
      反馈编号: 'number',
      类型: 'kind',
      状态: 'state',
      内容: 'content',
      联系方式: 'contact',
      诊断信息: 'context',
      提交时间: 'created_at',
      回复时间: 'answered_at',
      关闭时间: 'closed_at',
    }),
    erased: 'withAccount',
  },
  {
    table: 'feedback_entry',
    columns: [],
    title: '反馈往来',
    exported: storedRows(
      'feedback_entry',
      ['at', 'id'],
      {
        反馈编号: 'feedback_number',
        时间: 'at',
        发送方: ['author', { user: '本人', operator: '客服' }],
        内容: 'content',
      },
      {
        column: 'feedback_number',
        in: (db, { userId }) => db.selectFrom('feedback').select('number').where('user_id', '=', userId),
      },
    ),
    erased: 'withAccount',
  },
]
