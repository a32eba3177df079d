import type { PersonalData } from '../../platform/personal-data/personal-data.ts'

/** Personal data of tracked events. The events themselves contain no user id. */
export const trackingPersonalData: PersonalData[] = [
  {
    table: 'tracking_subject',
    columns: ['user_id'],
    title: '行为统计编号',
    exported: { reason: '仅为随机编号，不含内容；行为事件只用于汇总统计' },
    erased: 'withAccount',
  },
]
