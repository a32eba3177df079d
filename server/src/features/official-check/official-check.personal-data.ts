import { checkedSites } from '@baiqicha/contract/official-check'
import { exportTime, type PersonalData } from '../../platform/personal-data/personal-data.ts'

/** Personal data of the marks at official sites. */
export const officialCheckPersonalData: PersonalData[] = [
  {
    table: 'official_check',
    columns: ['user_id'],
    title: '官方核查',
    exported: {
      async rows(db, { userId }) {
        const checks = await db
          .selectFrom('official_check')
          .leftJoin('company', 'company.id', 'official_check.company_id')
          .select(['official_check.company_id', 'company.name', 'site', 'result', 'checked_at'])
          .where('user_id', '=', userId)
          .orderBy('checked_at')
          .orderBy('site')
          .execute()
        return checks.map(({ company_id, name, site, result, checked_at }) => ({
          企业名称: name,
          企业编号: company_id,
          官方网站: checkedSites[site].name,
          核查结果: result === 'none' ? '无' : '有',
          核查时间: exportTime(checked_at),
        }))
      },
    },
    erased: 'withAccount',
  },
]
