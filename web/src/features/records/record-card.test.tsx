import { businessRiskKeys, legalRiskKeys, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { RecordRow } from '@baiqicha/contract/records/record'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { hostileTexts } from '../../../test/company-builders.ts'
import { InMemoryRouter } from '../../../test/in-memory-router.tsx'
import { buildRecordList, buildRecordRow } from '../../../test/record-builders.ts'
import { RecordCard } from './record-card.tsx'

const riskKeys: readonly RecordKindKey[] = [...legalRiskKeys, ...businessRiskKeys]
const { company } = buildRecordList('dishonestExecutor')

function Card({ record }: { record: RecordRow }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <RecordCard
      kind={recordKinds[record.recordKind]}
      record={record}
      company={company}
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
    />
  )
}

const show = (key: RecordKindKey, overrides: Partial<RecordRow> = {}) =>
  render(<Card record={buildRecordRow(key, overrides)} />, { wrapper: InMemoryRouter })

const coloured = (container: HTMLElement, colour: string) =>
  [...container.querySelectorAll(`[class*="_${colour}_"]`)].map((element) => element.textContent)
const valueOf = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling
const past = { recordStatus: '已移出', severity: '提示', removedAt: '2026-10-01', removedReason: '已履行完毕' } as const

describe('colours', () => {
  test('a current serious record is red in its status and its values', () => {
    const { container } = show('dishonestExecutor')
    expect(coloured(container, 'red')).toEqual(['全部未履行'])
  })

  test.each(riskKeys)('nothing of %s is red or amber in history', (key) => {
    const { container } = show(key, past)
    expect([...coloured(container, 'red'), ...coloured(container, 'amber')]).toEqual([])
    expect(coloured(container, 'mute')).toContain('已移出')
  })

  test('a disputed record is amber alone', () => {
    const { container } = show('dishonestExecutor', {
      recordStatus: '异议处理中',
      dispute: { state: '异议处理中', since: '2026-11-10T00:00:00.000Z' },
    })
    expect(coloured(container, 'red')).toEqual([])
    expect(coloured(container, 'amber')).toEqual(['异议处理中'])
  })

  test.each([
    ['被告', 'amber'],
    ['原告', 'mute'],
    ['第三人', 'mute'],
  ])('the role %s is %s', (identity, colour) => {
    const { container } = show('judicialDocument', { identity, severity: '提示' })
    expect(coloured(container, colour)).toContain(identity)
    expect(coloured(container, 'red')).toEqual([])
  })
})

describe('status', () => {
  test.each(riskKeys)('a card of %s does not repeat the name of the current tab', (key) => {
    show(key)
    expect(screen.queryByText('当前有效')).toBeNull()
  })

  test.each([
    ['2026-11-25 09:30', '即将开庭 · 3 天后'],
    ['2026-11-22 09:30', '今天开庭'],
    ['2026-11-21 16:00', '已开庭'],
  ])('of a hearing at %s: %s', (hearingAt, text) => {
    vi.useFakeTimers({ now: new Date('2026-11-22T04:00:00.000Z'), toFake: ['Date'] })
    show('courtAnnouncement', { fields: { hearingAt } })
    expect(screen.getByText(text)).toBeTruthy()
  })
})

test('shows a judgment by cause, result, amount, date and one line of parties', () => {
  const party = { type: 1, statement: null } as const
  show('judicialDocument', {
    fields: {
      parties: [
        { ...party, role: '原告', name: '北辰演示制造有限公司', cid: 'c-2' },
        { ...party, role: '被告', name: company.name, cid: 'c-example' },
        { ...party, role: '被告', name: '演某', type: 2, cid: null },
      ],
    },
  })
  expect(screen.getAllByRole('term').map((label) => label.textContent)).toEqual([
    '案由',
    '裁判结果',
    '案件金额',
    '裁判日期',
    '当事人',
  ])
  expect(valueOf('当事人')?.textContent).toBe('被告 本企业等 2 方；原告 北辰演示制造有限公司')
})

test('shows date and reason of the removal in history', () => {
  show('dishonestExecutor', past)
  expect(valueOf('移出日期')?.textContent).toBe('2026-10-01')
  expect(valueOf('移出原因')?.textContent).toBe('已履行完毕')
})

test('omits empty rows and what the page already shows', () => {
  show('dishonestExecutor', { fields: { court: null, filedDate: '-', name: company.name } })
  expect(screen.queryByText('执行法院')).toBeNull()
  expect(screen.queryByText('立案日期')).toBeNull()
  expect(screen.queryByText('被执行人', { selector: 'dt' })).toBeNull()
})

test('groups parties by role, links known companies, marks the own one and shows persons as text', () => {
  const party = { type: 1, statement: null } as const
  show('courtAnnouncement', {
    fields: {
      parties: [
        { ...party, role: '原告', name: '北辰演示制造有限公司', cid: 'c-2' },
        { ...party, role: '被告', name: company.name, cid: 'c-example' },
        { ...party, role: '被告', name: '演某', type: 2, cid: null },
      ],
    },
  })
  const plaintiff = within(screen.getByText('原告', { selector: 'dt' }).parentElement ?? document.body)
  expect(plaintiff.getByRole('link').getAttribute('href')).toBe('/company/detail?id=c-2&tab=overview')
  expect(valueOf('被告')?.textContent).toBe(`${company.name}本企业演某`)
  expect(valueOf('被告')?.querySelector('a')).toBeNull()
})

test('shows three parties of a role, the own one among them', () => {
  const names = ['演示壹公司', '演示贰公司', '演示叁公司', '演示肆公司']
  const others = names.map((name) => ({ role: '被告', name, type: 1 as const, cid: null, statement: null }))
  show('courtAnnouncement', {
    fields: { parties: [...others, { role: '被告', name: company.name, type: 1, cid: 'c-example', statement: null }] },
  })
  expect(valueOf('被告')?.textContent).toBe(`${company.name}本企业演示壹公司演示贰公司等 5 方`)
})

test('shows how the record was matched, unless by credit code', () => {
  show('dishonestExecutor', { linkedBy: 'name' })
  expect(screen.getByText('仅按企业全称关联（全国唯一）')).toBeTruthy()
})

test('shows two sources and the number of others', () => {
  const source = { sourceUrl: null, asOf: '2026-11' }
  show('punishment', {
    sources: ['甲', '乙', '丙', '丁'].map((name) => ({ ...source, sourceId: name, sourceName: `演示来源${name}` })),
  })
  expect(screen.getByText(/演示来源甲/)).toBeTruthy()
  expect(screen.getByText(/演示来源乙/)).toBeTruthy()
  expect(screen.queryByText(/演示来源丙/)).toBeNull()
  expect(screen.getByText('+2 来源')).toBeTruthy()
})

describe('without a page of its own', () => {
  test('a restriction expands to its measures and notes that the person has left office', async () => {
    show('consumptionRestriction', { isFormerOffice: true })
    expect(screen.queryByRole('link', { name: /详情/ })).toBeNull()
    const toggle = screen.getByRole('button', { name: /展开/, expanded: false })
    expect(screen.queryAllByRole('listitem').filter((item) => item.closest('ol') !== null)).toEqual([])
    await userEvent.setup().click(toggle)
    expect(screen.getByRole('button', { name: /收起/, expanded: true })).toBeTruthy()
    expect(screen.getAllByRole('listitem').filter((item) => item.closest('ol') !== null)).toHaveLength(9)
    expect(screen.getByText(/为原法定代表人/)).toBeTruthy()
    expect(screen.getByText('同名不代表同一人，请核对证件号码与法院。')).toBeTruthy()
  })

  test.each(['businessRisk', 'seriousViolation'] as const)('%s expands to 列入 and 移出', async (key) => {
    const removal = { removeReason: null, removeDate: null, removeOffice: null }
    const { rerender } = show(key, { fields: removal })
    await userEvent.setup().click(screen.getByRole('button', { name: /展开/ }))
    expect(within(screen.getByRole('region', { name: '列入' })).getByText('列入原因')).toBeTruthy()
    expect(screen.getByRole('region', { name: '移出' }).textContent).toBe('移出来源未公示移出')
    rerender(<Card record={buildRecordRow(key, past)} />)
    expect(within(screen.getByRole('region', { name: '移出' })).getByText('移出原因')).toBeTruthy()
    expect(screen.getAllByText('移出日期')).toHaveLength(2)
  })
})

describe.each(Object.entries(hostileTexts))('text that is %s', (_kind, text) => {
  test.each(riskKeys)('is text in every field of %s', (key) => {
    const { fields } = recordKinds[key]
    const own = buildRecordRow(key).fields
    const texts = Object.keys(fields).filter(
      (name) => typeof own[name] === 'string' && !/date/i.test(fields[name]?.type ?? ''),
    )
    const { container } = show(key, {
      fields: Object.fromEntries(texts.map((name) => [name, text])),
      removedReason: text,
      recordStatus: '已移出',
    })
    expect(container.querySelector('script, img')).toBeNull()
    const shown = [...container.querySelectorAll('bdi')].map((element) => element.textContent)
    expect(shown).toContain(text)
  })
})
