import { expect, test } from 'vitest'
import { describeLoginReason } from './login-reason.ts'

test.each([
  [null, null],
  ['/home', null],
  ['/user', null],
  ['/nowhere', null],
  ['/legalRisk/dishonestExecutor?id=c-1', '登录后查看失信被执行人'],
  ['/legalRisk/dishonestExecutorDetail?id=r-1', '登录后查看失信被执行人详情'],
  ['/user/info', '登录后查看信息管理'],
  ['/search', '登录后搜索企业'],
  ['/search?keyword=byd', '登录后继续搜索“byd”'],
  ['/search/result?keyword=%E6%AF%94%E4%BA%9A%E8%BF%AA&page=2', '登录后继续搜索“比亚迪”'],
  ['/search/result?keyword=+', '登录后查看搜索结果'],
  ['/riskSearch', '登录后查企业风险'],
  ['/ai', '登录后向百言提问'],
  ['/ai?companyId=c-1', '登录后向百言提问'],
  ['/user/members', '登录后领取会员'],
  ['/user/feedback', '登录后查看提交记录'],
  ['/company/detail?id=c-1&tab=overview', '登录后查看企业详情'],
  [`/riskList?keyword=${'长'.repeat(30)}`, `登录后继续搜索“${'长'.repeat(20)}…”`],
])('the reason of a login that returns to %s is %s', (route, reason) => {
  expect(describeLoginReason(route)).toBe(reason)
})

test('the reason is what the visitor wanted to do on the page, if that is known', () => {
  expect(describeLoginReason('/company/detail?id=c-1', '关注比亚迪')).toBe('登录后关注比亚迪')
  expect(describeLoginReason(null, '关注比亚迪')).toBeNull()
})
