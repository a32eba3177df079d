import type { Party } from '@baiqicha/contract/records/fields'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { expect, it } from 'vitest'
import { outcomeForCompany } from './shown-record.ts'

const party = (cid: string, statement: string | null): Party => ({
  role: '原告',
  name: '演示有限公司',
  type: 1,
  cid,
  statement,
})
const judgment = recordKinds.judicialDocument

it.each([
  ['胜诉', '胜诉', '胜诉'],
  ['胜诉', '败诉', '败诉'],
  [null, '败诉', '败诉'],
  // No winner is stated.
  ['胜诉', null, null],
  ['撤诉', null, '撤诉'],
  ['撤诉', '判令支付货款', '撤诉'],
])('an outcome stated as %s, with %s stated for the company, is %s for it', (outcome, statement, expected) => {
  const fields = { outcome, parties: [party('c-1', statement), party('c-2', '胜诉')] }
  expect(outcomeForCompany(judgment, fields, 'c-1')['outcome']).toBe(expected)
})

it('removes a victory when the record is shown for no company', () => {
  expect(outcomeForCompany(judgment, { outcome: '胜诉', parties: [party('c-1', '胜诉')] }, null)['outcome']).toBeNull()
})

it('leaves kinds and outcomes without such a word unchanged', () => {
  const fields = { outcome: '胜诉' }
  expect(outcomeForCompany(recordKinds.courtAnnouncement, fields, 'c-1')).toBe(fields)
  expect(outcomeForCompany(judgment, { cause: '买卖合同纠纷' }, 'c-1')).toEqual({ cause: '买卖合同纠纷' })
})
