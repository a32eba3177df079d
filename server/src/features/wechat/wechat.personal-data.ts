import { type PersonalData, storedRows } from '../../platform/personal-data/personal-data.ts'

/** Personal data of logins through WeChat. */
export const wechatPersonalData: PersonalData[] = [
  {
    table: 'wechat_link',
    columns: ['user_id', 'openid_hmac'],
    title: '微信关联',
    exported: storedRows('wechat_link', [], { 关联时间: 'linked_at' }),
    erased: 'withAccount',
  },
  {
    table: 'wechat_bind_token',
    columns: ['openid_hmac'],
    title: '微信绑定凭证',
    exported: { reason: '一次性凭证，五分钟内失效，只存校验值' },
    erased: { retained: '一次性凭证，五分钟内失效；不含账号与手机号' },
  },
]
