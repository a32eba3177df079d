import { exportTime, exportTimeOrNull, type PersonalData } from '../../platform/personal-data/personal-data.ts'

/** Personal data of requests for companies that the search does not find. */
export const companyPersonalData: PersonalData[] = [
  {
    table: 'inclusion_request',
    columns: ['user_id'],
    title: '申请收录',
    exported: {
      async rows(db, { userId }) {
        const requests = await db
          .selectFrom('inclusion_request')
          .select(['keyword', 'at', 'done_at'])
          .where('user_id', '=', userId)
          .orderBy('at')
          .execute()
        return requests.map(({ keyword, at, done_at }) => ({
          关键词: keyword,
          申请时间: exportTime(at),
          完成时间: exportTimeOrNull(done_at),
        }))
      },
    },
    async erased(tx, { userId }) {
      await tx.deleteFrom('inclusion_request').where('user_id', '=', userId).execute()
    },
  },
]
