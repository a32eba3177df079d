import { type PersonalData, storedRows } from '../../platform/personal-data/personal-data.ts'

/** Personal data of requests for companies that the search does not find. */
export const companyPersonalData: PersonalData[] = [
  {
    table: 'inclusion_request',
    columns: ['user_id'],
    title: '申请收录',
    exported: storedRows('inclusion_request', ['at'], {
      关键词: 'keyword',
      申请时间: 'at',
      完成时间: 'done_at',
    }),
    erased: (tx, { userId }) => tx.deleteFrom('inclusion_request').where('user_id', '=', userId).execute(),
  },
]
