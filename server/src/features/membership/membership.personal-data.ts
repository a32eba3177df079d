import type { MembershipRules } from '../../domain/account/membership-rules.ts'
import { type PersonalData, storedRows } from '../../platform/personal-data/personal-data.ts'

/** Personal data of choices and of the membership gift. */
export function membershipPersonalData(rules: () => MembershipRules): PersonalData[] {
  return [
    {
      table: 'user_choice',
      columns: ['user_id'],
      title: '身份与行业',
      exported: {
        async rows(db, { userId }) {
          const choices = await db
            .selectFrom('user_choice')
            .select(['kind', 'choice_id'])
            .where('user_id', '=', userId)
            .orderBy('kind')
            .orderBy('position')
            .execute()
          const { careers, industries } = rules()
          const names = new Map([...careers, ...industries].map(({ id, name }) => [id, name]))
          return choices.map(({ kind, choice_id }) => ({
            类别: kind === 'career' ? '身份' : '行业',
            选择: names.get(choice_id) ?? choice_id,
          }))
        },
      },
      erased: 'withAccount',
    },
    {
      table: 'gift_grant',
      columns: ['user_id', 'mobile_hmac'],
      title: '会员领取',
      exported: storedRows('gift_grant', [], { 领取时间: 'granted_at' }),
      erased: { retained: '防止同一手机号重复领取；只存手机号的校验值' },
    },
  ]
}
