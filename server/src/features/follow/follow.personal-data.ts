import { exportTime, type PersonalData, storedRows } from '../../platform/personal-data/personal-data.ts'

/** Personal data of followed companies. */
export const followPersonalData: PersonalData[] = [
  {
    table: 'follow',
    columns: ['user_id'],
    title: '关注企业',
    exported: {
      async rows(db, { userId }) {
        const follows = await db
          .selectFrom('follow')
          .leftJoin('company', 'company.id', 'follow.company_id')
          .select(['follow.company_id', 'company.name', 'follow.group_name', 'follow.followed_at'])
          .where('follow.user_id', '=', userId)
          .orderBy('follow.position')
          .execute()
        return follows.map(({ company_id, name, group_name, followed_at }) => ({
          企业名称: name,
          企业编号: company_id,
          分组: group_name === '' ? null : group_name,
          关注时间: exportTime(followed_at),
        }))
      },
    },
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
