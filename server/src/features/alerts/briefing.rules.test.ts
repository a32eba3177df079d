import type { CompanyEvent } from '@baiqicha/contract/follow'
import { describe, expect, it } from 'vitest'
import { type Briefing, briefingChatText, briefingMail, changeUrl, escapeHtml } from './briefing.rules.ts'
import { firstDayOf } from './briefing.service.ts'

const origin = 'https://www.example.com'
const change = (deviation: Partial<CompanyEvent> = {}): CompanyEvent => ({
  seq: 1,
  companyId: 'c-1',
  companyName: '澜山演示贸易有限公司',
  isDemo: true,
  kind: 'executedPerson',
  change: 'added',
  text: '新增被执行人信息 1 条（立案 2026-06-02）',
  recordId: 'r-1',
  before: null,
  after: null,
  eventDate: '2026-06-02',
  importedOn: '2026-06-30',
  isLate: false,
  isUnread: true,
  source: { sourceId: 'demo-a', sourceName: '演示来源甲', sourceUrl: null, asOf: '2026-06-28' },
  ...deviation,
})

const briefing = (companies: number, deviation: Partial<CompanyEvent> = {}): Briefing => ({
  day: '2026-06-30',
  from: null,
  companies: Array.from({ length: companies }, (_, at) => ({
    companyId: `c-${at}`,
    companyName: `演示第${at}有限公司`,
    isDemo: true,
    changes: [change(deviation)],
    total: 1,
  })),
  companyTotal: companies,
  total: companies,
  origin,
})

describe('a message in a group chat', () => {
  it('states one line a company with what is more', () => {
    const [company] = briefing(1).companies
    if (company === undefined) throw new Error('no company')
    expect(briefingChatText({ ...briefing(1), companies: [{ ...company, total: 3 }], companyTotal: 2 })).toBe(
      [
        '百企查每日简报：2 家企业有新动态（2026-06-30）',
        '演示第0有限公司（演示数据）：新增被执行人信息 1 条（立案 2026-06-02）等 3 条',
        '另有 1 家企业',
        '全部动态：https://www.example.com/#/user/follow',
      ].join('\n'),
    )
  })

  it.each([1, 10, 20])('of %i companies with long texts is at most 2,000 bytes and counts the rest', (companies) => {
    const text = briefingChatText(briefing(companies, { text: '变更 经营范围：'.padEnd(120, '演示') }))
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_000)
    const shown = text.match(/^演示第/gm)?.length ?? 0
    expect(shown).toBeGreaterThan(0)
    const [, rest = '0'] = /另有 (\d+) 家企业/.exec(text) ?? []
    expect(shown + Number(rest)).toBe(companies)
  })
})

describe('a mail', () => {
  it('escapes what records contain, and links only to addresses of the web', () => {
    const source = { sourceId: 's', sourceName: '<b>"甲"</b>', sourceUrl: 'javascript:alert(1)', asOf: null }
    const { html } = briefingMail(briefing(1, { text: '<script>alert(1)</script>', source }), `${origin}/u`)
    expect(html).not.toContain('<script>')
    expect(html).not.toContain('javascript:')
    expect(html).toContain('&lt;b&gt;&quot;甲&quot;&lt;/b&gt;')
    expect(escapeHtml(`<&>"'`)).toBe('&lt;&amp;&gt;&quot;&#39;')
  })

  it('has the headers of one-tap unsubscription (RFC 8058)', () => {
    expect(briefingMail(briefing(1), `${origin}/unsubscribe?token=t`).headers).toMatchObject({
      'List-Unsubscribe': '<https://www.example.com/unsubscribe?token=t>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
  })

  it('states a date that the source does not state as 日期不详', () => {
    const { text } = briefingMail(briefing(1, { eventDate: null }), origin)
    expect(text).toContain('日期不详，2026-06-28 公布，2026-06-30 收录')
  })
})

it.each([
  ['a record with a page', {}, '/legalRisk/executedPersonDetail?id=r-1&companyId=c-1'],
  ['a record without one', { kind: 'shareholderInfo', recordId: null }, '/overview/shareholderInfo?id=c-1'],
  ['a fact', { kind: 'fact', recordId: null }, '/overview/businessInfo?id=c-1'],
] satisfies [string, Partial<CompanyEvent>, string][])(
  'the link of %s leads to its most exact page',
  (_of, of, path) => {
    expect(changeUrl(origin, change(of))).toBe(`${origin}/#${path}`)
  },
)

it('names the days of a briefing that follows days without one', () => {
  expect(firstDayOf('2026-06-29', '2026-06-30')).toBeNull()
  expect(firstDayOf('2026-06-27', '2026-06-30')).toBe('2026-06-28')
  expect(firstDayOf('2026-12-30', '2027-01-01')).toBe('2026-12-31')
})
