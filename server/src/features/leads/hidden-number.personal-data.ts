import type { PersonalData } from '../../platform/personal-data/personal-data.ts'

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
