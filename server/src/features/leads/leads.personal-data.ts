import type { ContactUseKind } from '../../platform/database/tables/account.ts'
import { type PersonalData, storedRows } from '../../platform/personal-data/personal-data.ts'

const kindTitles: Readonly<Record<ContactUseKind, string>> = {
  reveal: '查看联系方式',
  dial: '拨打',
  export: '导出线索',
}

/** Personal data of 找商机. */
export const leadsPersonalData: PersonalData[] = [
  {
    table: 'contact_use',
    columns: ['user_id'],
    title: '找商机使用记录',
    exported: storedRows('contact_use', ['at', 'id'], { 事项: ['kind', kindTitles], 对象: 'subject', 时间: 'at' }),
    erased: 'withAccount',
  },
]

/** Hidden numbers belong to numbers, not to accounts. */
export const hiddenNumberPersonalData: PersonalData[] = [
  {
    table: 'hidden_number',
    columns: [],
    title: '隐藏的号码',
    exported: { reason: '号码加密保存，与账户无关' },
    erased: { retained: '删除后号码会重新显示；本人可凭短信验证码撤销' },
  },
]
