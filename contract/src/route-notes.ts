import { mapKeys } from './map-keys.ts'
import { recordKinds } from './records/kinds.ts'
import { recordKindKeys } from './records/kind-table.ts'
import { detailKindKeys } from './routes/record.ts'
import type { RouteKey } from './routes.ts'

/** What the OpenAPI document says of a route beyond what it holds to; apart from it, so that no page has to load it. */
export type RouteNote = {
  summary: string
  /** An input that succeeds on the starter set, where the call needs one. */
  example?: Record<string, unknown>
}

const consentExample = { agreementVersion: '2026-11-22' }
const deviceExample = { deviceType: 'web', deviceId: 'example-device', fr: '' }

export const routeNotes: Readonly<Record<RouteKey, RouteNote>> = {
  homeConfig: {
    summary: '首页公告与轮播',
  },
  recentRegisterList: {
    summary: '最新注册企业，首页十家',
  },
  recentRegisterDetail: {
    summary: '最新注册企业，一页',
    example: { page: 1, pageSize: 20 },
  },
  recentBrowseList: {
    summary: '最近浏览，首页十家',
  },
  recentBrowseDetail: {
    summary: '最近浏览，一页',
    example: { page: 1, pageSize: 20 },
  },
  searchHistory: {
    summary: '搜索历史',
    example: { type: 'search' },
  },
  saveSearchHistory: {
    summary: '记一次搜索',
    example: { companyName: '比亚迪' },
  },
  deleteViewHistory: {
    summary: '删除一条浏览记录',
    example: { companyId: 'c-example' },
  },
  deleteSearchHistory: {
    summary: '删除一条搜索记录',
    example: { id: 's-example' },
  },
  deleteAllViewHistory: {
    summary: '清空浏览记录',
  },
  deleteAllSearchHistory: {
    summary: '清空搜索记录',
  },
  userDetail: {
    summary: '当前用户；来自外部的一次性凭证在此换成会话',
  },
  captcha: {
    summary: '图形或语音验证码',
    example: { kind: 'picture' },
  },
  sendSmsCode: {
    summary: '发送短信验证码',
    example: { mobile: '15400000000', scene: 'login', captchaId: 'example', captchaCode: 'AB2C', ...deviceExample },
  },
  loginBySmsCode: {
    summary: '短信验证码登录',
    example: { mobile: '15400000000', smsCode: '123456', ...consentExample, ...deviceExample },
  },
  register: {
    summary: '注册',
    example: { mobile: '15400000000', smsCode: '123456', password: 'lan-shan-42', ...consentExample, ...deviceExample },
  },
  loginByPassword: {
    summary: '密码登录',
    example: { mobile: '15400000000', password: 'lan-shan-42', ...consentExample, ...deviceExample },
  },
  resetPassword: {
    summary: '重置密码；所有设备随即退出',
    example: { mobile: '15400000000', smsCode: '123456', password: 'lan-shan-43' },
  },
  deactivate: {
    summary: '注销账户；七天后删除，期间可撤销',
    example: { smsCode: '123456' },
  },
  revokeDeactivation: {
    summary: '撤销注销',
  },
  devices: {
    summary: '已登录的设备',
  },
  signOutDevice: {
    summary: '退出一台设备',
    example: { id: 'd-example' },
  },
  signOutOtherDevices: {
    summary: '退出其他设备',
  },
  externalTicket: {
    summary: '合作方为已验证的手机号换取一次性凭证',
    example: {
      source: 'partner',
      mobile: '15400000000',
      timestamp: 1_790_000_000_000,
      nonce: 'example-nonce-0001',
      signature: '0'.repeat(64),
    },
  },
  saveNickname: {
    summary: '保存昵称，留空为删除',
    example: { nickname: '澜山' },
  },
  agree: {
    summary: '同意新版协议',
    example: { ...consentExample },
  },
  careerIndustryList: {
    summary: '身份与行业选项',
  },
  saveIndustryCareer: {
    summary: '填写身份与行业，领取两年会员',
    example: { careerIdStr: 'jobSeeker', industryIdStr: 'software' },
  },
  saveCareer: {
    summary: '保存身份，留空为删除',
    example: { careerIdStr: 'jobSeeker' },
  },
  saveIndustry: {
    summary: '保存行业，留空为删除',
    example: { industryIdStr: 'software' },
  },
  agreementList: {
    summary: '协议列表与版本',
  },
  agreement: {
    summary: '协议全文',
    example: { type: 'user_protocol' },
  },
  logout: {
    summary: '退出登录',
  },
  companySearch: {
    summary: '搜索企业',
    example: { keyword: '比亚迪' },
  },
  companySuggest: {
    summary: '搜索联想',
    example: { keyword: '比亚' },
  },
  filterOptions: {
    summary: '地区与行业选项',
  },
  coverage: {
    summary: '已收录的数据',
  },
  companyDetail: {
    summary: '企业详情',
    example: { id: 'c-example' },
  },
  businessInfo: {
    summary: '工商信息',
    example: { id: 'c-example' },
  },
  ...mapKeys(recordKindKeys, 'List', (key) => ({
    summary: `${recordKinds[key].title}，一页`,
    example: recordKinds[key].group === 'overview' ? { id: 'c-example' } : { companyId: 'c-example' },
  })),
  ...mapKeys(detailKindKeys, 'Detail', (key) => ({
    summary: `${recordKinds[key].title}详情`,
    example: { id: 'r-example', companyId: 'c-example' },
  })),
  latestRecord: {
    summary: '最近一条风险记录',
    example: { id: 'c-example', group: 'legalRisk' },
  },
  riskSearch: {
    summary: '查风险：企业与各类记录数量',
    example: { keyword: '演示', page: 1, pageSize: 20 },
  },
  correctionSubject: {
    summary: '纠错：预填内容',
    example: { companyId: 'c-example', recordKind: 'dishonestExecutor', recordId: 'r-example' },
  },
  proveContact: {
    summary: '纠错：未登录者验证手机号',
    example: { mobile: '15400000000', smsCode: '123456' },
  },
  submitCorrection: {
    summary: '提交纠错或异议',
    example: {
      companyId: 'c-example',
      recordKind: 'dishonestExecutor',
      recordId: 'r-example',
      reason: '不是同一人（企业）',
      content: '该案被执行人与本企业同名，不是同一企业。',
      claimant: '本企业',
    },
  },
  correctionStatus: {
    summary: '按编号查异议进度',
    example: { number: 'JC20261120-7K3M9Q2T' },
  },
  correctionList: {
    summary: '我的异议',
  },
  requestUpdate: {
    summary: '申请更新一家企业',
    example: { companyId: 'c-example' },
  },
}
