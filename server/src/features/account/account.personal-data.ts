import type { Clock } from '../../domain/clock.ts'
import { changesRow } from '../../platform/database/portable-sql.ts'
import type { AuditKind } from '../../platform/database/tables/account.ts'
import {
  type ExportRow,
  exportTime,
  exportTimeOrNull,
  type PersonalData,
  rowsOfUser,
  storedRows,
} from '../../platform/personal-data/personal-data.ts'

/** The erasure is not due: the person revoked the deactivation meanwhile. Rolls the erasure back. */
export class ErasureNotDue extends Error {}

/** Events of accounts. Steps of operators have no user. */
const eventTitles: Partial<Record<AuditKind, string>> = {
  login: '登录',
  loginFailed: '登录失败',
  logout: '退出登录',
  register: '注册',
  passwordReset: '重置密码',
  passwordResetFailed: '重置密码失败',
  externalLogin: '合作方登录',
  ticketIssued: '合作方签发登录凭证',
  deviceSignedOut: '移除设备',
  apiKeyCreated: '创建 API 密钥',
  apiKeyRevoked: '撤销 API 密钥',
  alertSet: '设置动态推送',
  alertRemoved: '移除动态推送',
  giftClaimed: '领取会员',
  deactivated: '申请注销',
  deactivationFailed: '申请注销失败',
  deactivationRevoked: '撤销注销',
  dataExported: '导出数据',
  personSearched: '查询失信被执行人（自然人）',
  personOpened: '查看企业人员',
  correctionSubmitted: '提交异议',
  contactsRevealed: '查看联系方式',
  mobileSearched: '按手机号查询',
  mobileDialled: '拨打手机',
  leadsExported: '导出线索',
  wechatLinked: '关联微信',
  wechatUnlinked: '解除微信关联',
}

/** Personal data of accounts, in the order of erasure: a login locks codes and tickets before the account. */
export const accountPersonalData = (clock: Clock): PersonalData[] => [
  {
    table: 'sms_code',
    columns: ['mobile'],
    title: '短信验证码',
    exported: { reason: '一次性凭证，五分钟内失效，只存校验值' },
    erased: (tx, { mobile }) => tx.deleteFrom('sms_code').where('mobile', '=', mobile).execute(),
  },
  {
    table: 'external_ticket',
    columns: ['mobile'],
    title: '合作方登录凭证',
    exported: { reason: '一次性凭证，短时失效，只存校验值' },
    erased: (tx, { mobile }) => tx.deleteFrom('external_ticket').where('mobile', '=', mobile).execute(),
  },
  rowsOfUser('user_lock', '账户停用', [], {
    理由: 'reason',
    停用时间: 'locked_at',
    结束时间: 'ends_at',
  }),
  {
    table: 'user_account',
    columns: ['id', 'mobile'],
    title: '账号',
    exported: {
      async rows(db, { userId }) {
        const accounts = await db.selectFrom('user_account').selectAll().where('id', '=', userId).execute()
        return accounts.map(
          (account): ExportRow => ({
            用户编号: account.id,
            手机号: account.mobile,
            昵称: account.nickname,
            注册时间: exportTime(account.created_at),
            已设置密码: account.password_hash !== null,
            会员到期时间: exportTimeOrNull(account.vip_expire_at),
            会员来源: account.vip_source,
            计划删除时间: exportTimeOrNull(account.erase_at),
          }),
        )
      },
    },
    async erased(tx, { userId }) {
      const erased = await tx
        .deleteFrom('user_account')
        .where('id', '=', userId)
        .where('erase_at', '<=', clock.now())
        .$call(changesRow)
      if (!erased) throw new ErasureNotDue()
    },
  },
  rowsOfUser('session', '登录设备', ['created_at'], {
    设备类型: 'device_type',
    设备编号: 'device_id',
    渠道: 'fr',
    登录来源: 'source',
    登录时间: 'created_at',
    最近使用: 'last_used_at',
    失效时间: 'expires_at',
  }),
  rowsOfUser('api_key', 'API 密钥', ['created_at', 'id'], {
    名称: 'name',
    尾号: 'ending',
    创建时间: 'created_at',
    最近使用: 'last_used_at',
    失效时间: 'expires_at',
  }),
  {
    table: 'consent',
    columns: ['user_id'],
    title: '同意记录',
    exported: storedRows('consent', ['at'], {
      协议版本: 'agreement_version',
      同意时间: 'at',
      设备类型: 'device_type',
    }),
    erased: { retained: '法律要求保留同意的证明；不含手机号' },
  },
  {
    table: 'audit_event',
    columns: ['user_id', 'mobile_masked'],
    title: '账号安全记录',
    exported: storedRows('audit_event', ['at', 'id'], {
      时间: 'at',
      事项: ['kind', eventTitles],
      手机号: 'mobile_masked',
      网络地址: 'address',
      对象: 'subject',
    }),
    erased: { retained: '法律要求保留安全日志 190 天；手机号已遮盖' },
  },
]
