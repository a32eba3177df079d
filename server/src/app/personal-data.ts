import { checkedSites } from '@baiqicha/contract/official-check'
import type { MembershipRules } from '../domain/account/membership-rules.ts'
import type { Clock } from '../domain/clock.ts'
import { accountPersonalData } from '../features/account/account.personal-data.ts'
import { assistantPersonalData } from '../features/assistant/assistant.personal-data.ts'
import { batchPersonalData } from '../features/batch/batch.personal-data.ts'
import { correctionPersonalData } from '../features/correction/correction.personal-data.ts'
import { membershipPersonalData } from '../features/membership/membership.personal-data.ts'
import type { ContactUseKind } from '../platform/database/tables/account.ts'
import { type PersonalData, rowsOfUser, storedRows } from '../platform/personal-data/personal-data.ts'

const contactUseTitles: Readonly<Record<ContactUseKind, string>> = {
  reveal: '查看联系方式',
  dial: '拨打',
  export: '导出线索',
}
const siteNames = Object.fromEntries(Object.entries(checkedSites).map(([site, { name }]) => [site, name]))

/**
 * Register of personal data: export and erasure of an account run from it, in this order. Features whose rows take more than
 * the columns of their table state them in a file of their own.
 */
export const createPersonalDataRegister = (deps: { clock: Clock; rules: () => MembershipRules }): PersonalData[] => [
  ...accountPersonalData(deps.clock),
  ...membershipPersonalData(deps.rules),
  rowsOfUser('search_history', '搜索历史', ['position'], { 关键词: 'company_name', 搜索时间: 'searched_at' }),
  rowsOfUser('view_history', '浏览记录', ['position'], {
    企业名称: 'company.name',
    企业编号: 'company_id',
    浏览时间: 'viewed_at',
  }),
  rowsOfUser('follow', '关注企业', ['position'], {
    企业名称: 'company.name',
    企业编号: 'company_id',
    分组: ['group_name', { '': null }],
    关注时间: 'followed_at',
  }),
  rowsOfUser('follower', '未读动态数', [], { 未读动态数: 'unread', 上次查看动态: 'seen_at' }),
  // Addresses are stored encrypted, and exported as the user sees them.
  rowsOfUser('alert_target', '动态推送', ['created_at'], {
    方式: 'format',
    地址: 'address_masked',
    设置时间: 'created_at',
    最近发送: 'sent_at',
    失败原因: 'cause',
  }),
  rowsOfUser('official_check', '官方核查', ['checked_at', 'site'], {
    企业名称: 'company.name',
    企业编号: 'company_id',
    官方网站: ['site', siteNames],
    核查结果: ['result', { none: '无', found: '有' }],
    核查时间: 'checked_at',
  }),
  ...correctionPersonalData,
  // Pictures of feedback are in the register of corrections, with all other uploads.
  {
    table: 'feedback',
    columns: ['user_id', 'contact'],
    title: '反馈',
    exported: storedRows('feedback', ['created_at', 'number'], {
      反馈编号: 'number',
      类型: 'kind',
      状态: 'state',
      内容: 'content',
      联系方式: 'contact',
      诊断信息: 'context',
      提交时间: 'created_at',
      回复时间: 'answered_at',
      关闭时间: 'closed_at',
    }),
    erased: 'withAccount',
  },
  {
    table: 'feedback_entry',
    columns: [],
    title: '反馈往来',
    exported: storedRows(
      'feedback_entry',
      ['at', 'id'],
      {
        反馈编号: 'feedback_number',
        时间: 'at',
        发送方: ['author', { user: '本人', operator: '客服' }],
        内容: 'content',
      },
      {
        column: 'feedback_number',
        in: (db, { userId }) => db.selectFrom('feedback').select('number').where('user_id', '=', userId),
      },
    ),
    erased: 'withAccount',
  },
  {
    table: 'inclusion_request',
    columns: ['user_id'],
    title: '申请收录',
    exported: storedRows('inclusion_request', ['at'], {
      关键词: 'keyword',
      申请时间: 'at',
      完成时间: 'done_at',
    }),
    erased: (tx, { userId }) => tx.deleteFrom('inclusion_request').where('user_id', '=', userId).execute(),
  },
  // Hidden numbers belong to numbers, not to accounts.
  {
    table: 'hidden_number',
    columns: [],
    title: '隐藏的号码',
    exported: { reason: '号码加密保存，与账户无关' },
    erased: { retained: '删除后号码会重新显示；本人可凭短信验证码撤销' },
  },
  rowsOfUser('contact_use', '找商机使用记录', ['at', 'id'], {
    事项: ['kind', contactUseTitles],
    对象: 'subject',
    时间: 'at',
  }),
  rowsOfUser('company_report', '企业信息报告', ['created_at', 'id'], {
    报告编号: 'number',
    企业名称: 'company_name',
    状态: 'state',
    生成时间: 'created_at',
    删除时间: 'expires_at',
  }),
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
  // The events themselves contain no user id.
  {
    table: 'tracking_subject',
    columns: ['user_id'],
    title: '行为统计编号',
    exported: { reason: '仅为随机编号，不含内容；行为事件只用于汇总统计' },
    erased: 'withAccount',
  },
  ...assistantPersonalData(deps.clock),
  ...batchPersonalData,
]
