import { type PersonalData, storedRows } from '../../platform/personal-data/personal-data.ts'

/** Personal data of alerts. Addresses are stored encrypted, and exported as the user sees them. */
export const alertPersonalData: PersonalData[] = [
  {
    table: 'alert_target',
    columns: ['user_id'],
    title: '动态推送',
    exported: storedRows('alert_target', ['created_at'], {
      方式: 'format',
      地址: 'address_masked',
      设置时间: 'created_at',
      最近发送: 'sent_at',
      失败原因: 'cause',
    }),
    erased: 'withAccount',
  },
]
