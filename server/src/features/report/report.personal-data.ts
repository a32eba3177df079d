import { type PersonalData, storedRows } from '../../platform/personal-data/personal-data.ts'

/** Personal data of 报告. */
export const companyReportPersonalData: PersonalData[] = [
  {
    table: 'company_report',
    columns: ['user_id'],
    title: '企业信息报告',
    exported: storedRows('company_report', ['created_at', 'id'], {
      报告编号: 'number',
      企业名称: 'company_name',
      状态: 'state',
      生成时间: 'created_at',
      删除时间: 'expires_at',
    }),
    erased: 'withAccount',
  },
]
