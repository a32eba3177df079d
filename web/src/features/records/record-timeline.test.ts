import type { RecordDetail } from '@baiqicha/contract/records/record'
import { expect, test } from 'vitest'
import { timelineNodes } from './record-timeline.tsx'

type Step = RecordDetail['timeline'][number]

const step = (overrides: Partial<Step>): Step => ({
  date: '2026-08-18',
  label: '执行立案',
  caseNo: '（2026）演0101执1234号',
  recordKind: 'executedPerson',
  id: 'r-1',
  ...overrides,
})

const textOf = (steps: Step[]) =>
  timelineNodes(steps).map(
    ({ date, labels, records }) => `${date} ${labels.join('、')} ${records.map(({ id }) => id).join()}`,
  )

test('records of one day and case number are one node', () => {
  expect(textOf([step({ id: 'r-1' }), step({ id: 'r-2' }), step({ id: 'r-3' })])).toEqual([
    '2026-08-18 执行立案 r-1,r-2,r-3',
  ])
})

test('steps of one day that say different things keep both labels', () => {
  expect(textOf([step({ label: '开庭' }), step({ label: '一审判决', id: 'r-2' })])).toEqual([
    '2026-08-18 开庭、一审判决 r-1,r-2',
  ])
})

test.each([
  ['another day', { date: '2026-08-19' }, '2026-08-19'],
  ['another case number', { caseNo: '（2026）演0101执99号' }, '2026-08-18'],
  ['no case number', { caseNo: null }, '2026-08-18'],
])('%s is another node', (_name, overrides, date) => {
  expect(textOf([step({}), step({ id: 'r-2', ...overrides })])).toEqual([
    '2026-08-18 执行立案 r-1',
    `${date} 执行立案 r-2`,
  ])
})

test('a time of day does not separate two steps', () => {
  expect(textOf([step({ date: '2026-08-18 09:30', label: '开庭' }), step({ id: 'r-2' })])).toEqual([
    '2026-08-18 开庭、执行立案 r-1,r-2',
  ])
})

test('a record appears once in a node', () => {
  expect(textOf([step({}), step({ label: '移出' })])).toEqual(['2026-08-18 执行立案、移出 r-1'])
})

test('nodes keep the order of the steps', () => {
  const dates = ['2023-11-20', '2024-03-18', '2026-08-18']
  expect(timelineNodes(dates.map((date, at) => step({ date, id: `r-${at}` }))).map(({ date }) => date)).toEqual(dates)
})
