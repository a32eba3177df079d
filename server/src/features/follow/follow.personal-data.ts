import { type PersonalData, storedRows } from '../../platform/personal-data/personal-data.ts'

/** Personal data of followed companies. */
export const followPersonalData: PersonalData[] = [
  {
    table: 'follow',
    columns: ['user_id'],
    title: '关注企业',
    exported: storedRows('follow', ['position'], {
      企业名称: 'company.name',
      企业编号: 'company_id',
      分组: ['group_name', { '': null }],
      关注时间: 'followed_at',
    }),
    erased: 'withAccount',
  },
  {
    table: 'follower',
    columns: ['user_id'],
    title: '未读动态数',
    exported: storedRows('follower', [], { 未读动态数: 'unread', 上次查看动态: 'seen_at' }),
    erased: 'withAccount',
  },
]
