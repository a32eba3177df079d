import type { ContactSource } from '@baiqicha/contract/leads'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  contactSummaryOf,
  type Disclosure,
  labelContacts,
  maskContactName,
  mergeContacts,
} from './published-contact.ts'

const source = (deviation: Partial<ContactSource> = {}): ContactSource => ({
  category: '年报',
  name: '2025 年度报告',
  year: 2025,
  date: null,
  url: null,
  ...deviation,
})
const disclosure = (value: string, deviation: Partial<Disclosure> = {}): Disclosure => ({
  value,
  contactName: null,
  positions: [],
  source: source(),
  state: null,
  area: null,
  operator: null,
  disputedSince: null,
  ...deviation,
})
const labelled = (disclosures: readonly Disclosure[], shared: Readonly<Record<string, number>> = {}) =>
  labelContacts(mergeContacts(disclosures, null), (key) => shared[key] ?? 1).map(({ shown, labels }) => [
    shown,
    labels.join('、'),
  ])

it('one number is one contact: sources newest first, each part from the newest that states it', () => {
  const [contact, ...others] = mergeContacts(
    [
      disclosure('0990-2345678', { source: source({ date: '2025-05-01' }), contactName: '杨演', area: '演示市' }),
      disclosure('0990-2345678-801', { source: source({ date: '2026-05-01' }), state: '未知' }),
      disclosure('0990-2345678', { source: source({ date: '2024-05-01' }), state: '空号', operator: '演示通信' }),
    ],
    null,
  )
  expect(others).toEqual([])
  expect(contact).toMatchObject({
    number: '0990-2345678-801',
    contactName: '杨**',
    state: '空号',
    area: '演示市',
    operator: '演示通信',
    updatedAt: '2026-05-01',
  })
  expect(contact?.sources.map(({ date }) => date)).toEqual(['2026-05-01', '2025-05-01', '2024-05-01'])
})

it('a mobile number is masked, and a mailbox unless at the domain of the company', () => {
  const website = 'https://www.lanshan.example'
  const mobileMailbox = '15400000001@lanshan.example'
  const texts = ['15400000001', 'office@lanshan.example', 'yan@mail.example', mobileMailbox, '0990-2345678']
  const contacts = mergeContacts(
    texts.map((text) => disclosure(text)),
    website,
  )
  expect(contacts.map(({ shown }) => shown)).toEqual([
    '154****0001',
    'office@lanshan.example',
    'y***@mail.example',
    '1***@lanshan.example',
    '0990-2345678',
  ])
  expect(contacts.filter(({ isCompanyMailbox }) => isCompanyMailbox)).toHaveLength(1)
  expect(contactSummaryOf(contacts)).toEqual({ mobileCount: 1, landlineCount: 1, emailCount: 3 })
})

it('推荐 is one contact of the newest annual report or own site', () => {
  const newest = source({ category: '招投标', date: '2026-09-01' })
  const site = source({ category: '官网', date: '2026-05-01' })
  expect(
    labelled([
      disclosure('0990-2345671', { source: newest }),
      disclosure('15400000001', { source: site }),
      disclosure('0990-2345672', { source: site }),
      disclosure('0990-2345673', { source: source({ date: '2025-05-01' }) }),
    ]),
  ).toEqual([
    ['0990-2345672', '推荐'],
    ['0990-2345671', ''],
    ['154****0001', ''],
    ['0990-2345673', ''],
  ])
})

it('a mailbox or a site of ten companies is no sign of an agency', () => {
  const shared = ['all@shared.example', 'www.shared.example']
  const counts = { 't:all@shared.example': 12, 't:shared.example': 34 }
  const labels = labelled(
    shared.map((value) => disclosure(value)),
    counts,
  )
  expect(labels.map(([, label]) => label)).toEqual(['', ''])
})

it('推荐 is neither 空号 nor shared by ten companies, which are labelled 疑似代理记账', () => {
  const agency = disclosure('0990-2345671', { source: source({ date: '2026-05-03' }) })
  const dead = disclosure('0990-2345672', { source: source({ date: '2026-05-02' }), state: '空号' })
  const other = disclosure('0990-2345673', { source: source({ date: '2026-05-01' }) })
  expect(labelled([agency, dead, other], { 't:09902345671': 10 })).toEqual([
    ['0990-2345673', '推荐'],
    ['0990-2345671', '疑似代理记账'],
    ['0990-2345672', ''],
  ])
  expect(labelled([agency], { 't:09902345671': 9 })).toEqual([['0990-2345671', '推荐']])
})

it.each([
  ['杨演', '杨**'],
  ['欧阳演示', '欧阳**'],
  ['演示甲', '演示**'],
  ['阿依·演示', '阿**'],
])('the person %s is shown as %s', (name, shown) => {
  expect(maskContactName(name)).toBe(shown)
})

it('no mobile number and no name leaves a contact, the number for the dial call apart', () => {
  const mobile = fc.stringMatching(/^1[3-9]\d{9}$/)
  const value = fc.oneof(
    mobile,
    mobile.map((local) => `${local}@lanshan.example`),
    fc.constantFrom('0990-2345678', 'office@lanshan.example', 'yan@mail.example', 'www.lanshan.example'),
  )
  const published = fc
    .tuple(value, fc.constantFrom('贾甲', '欧阳乙丙', '演示甲乙'), fc.constantFrom('年报', '官网', null))
    .map(([of, contactName, category]) => disclosure(of, { contactName, source: source({ category }) }))
  fc.assert(
    fc.property(fc.array(published, { maxLength: 5 }), (disclosures) => {
      const contacts = labelContacts(mergeContacts(disclosures, 'www.lanshan.example'), () => 1)
      const sent = JSON.stringify(contacts.map(({ number: _number, numberKey: _key, ...contact }) => contact))
      expect(sent).not.toMatch(/(?<!\d)1[3-9]\d{9}(?!\d)/)
      for (const { contactName } of disclosures) expect(sent).not.toContain(contactName)
      expect(contacts.filter(({ labels }) => labels.includes('推荐')).length).toBeLessThanOrEqual(1)
    }),
  )
})
