import { checkedSites } from '@baiqicha/contract/official-check'
import { type PersonalData, storedRows } from '../../platform/personal-data/personal-data.ts'

const siteNames = Object.fromEntries(Object.entries(checkedSites).map(([site, { name }]) => [site, name]))

/** Personal data of the marks at official sites. */
export const officialCheckPersonalData: PersonalData[] = [
  {
    table: 'official_check',
    columns: ['user_id'],
    title: '官方核查',
    exported: storedRows('official_check', ['checked_at', 'site'], {
      企业名称: 'company.name',
      企业编号: 'company_id',
      官方网站: ['site', siteNames],
      核查结果: ['result', { none: '无', found: '有' }],
      核查时间: 'checked_at',
    }),
    erased: 'withAccount',
  },
]
