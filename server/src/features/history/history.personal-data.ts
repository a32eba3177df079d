import { type PersonalData, storedRows } from '../../platform/personal-data/personal-data.ts'

/** Personal data of searches and views. */
export const historyPersonalData: PersonalData[] = [
  {
    table: 'search_history',
    columns: ['user_id'],
    title: '搜索历史',
    exported: storedRows('search_history', ['position'], { 关键词: 'company_name', 搜索时间: 'searched_at' }),
    erased: 'withAccount',
  },
  {
    table: 'view_history',
    columns: ['user_id'],
    title: '浏览记录',
    exported: storedRows('view_history', ['position'], {
      企业名称: 'company.name',
      企业编号: 'company_id',
      浏览时间: 'viewed_at',
    }),
    erased: 'withAccount',
  },
]
