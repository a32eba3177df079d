import { exportTime, type PersonalData } from '../../platform/personal-data/personal-data.ts'

/** Personal data of searches and views. */
export const historyPersonalData: PersonalData[] = [
  {
    table: 'search_history',
    columns: ['user_id'],
    title: '搜索历史',
    exported: {
      async rows(db, { userId }) {
        const searches = await db
          .selectFrom('search_history')
          .select(['company_name', 'searched_at'])
          .where('user_id', '=', userId)
          .orderBy('position')
          .execute()
        return searches.map(({ company_name, searched_at }) => ({
          关键词: company_name,
          搜索时间: exportTime(searched_at),
        }))
      },
    },
    erased: 'withAccount',
  },
  {
    table: 'view_history',
    columns: ['user_id'],
    title: '浏览记录',
    exported: {
      async rows(db, { userId }) {
        const views = await db
          .selectFrom('view_history')
          .leftJoin('company', 'company.id', 'view_history.company_id')
          .select(['view_history.company_id', 'company.name', 'view_history.viewed_at'])
          .where('view_history.user_id', '=', userId)
          .orderBy('view_history.position')
          .execute()
        return views.map(({ company_id, name, viewed_at }) => ({
          企业名称: name,
          企业编号: company_id,
          浏览时间: exportTime(viewed_at),
        }))
      },
    },
    erased: 'withAccount',
  },
]
