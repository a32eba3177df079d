import type { FieldType } from '@baiqicha/contract/records/fields'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { allKinds, recordKinds } from '@baiqicha/contract/records/kinds'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalMapping } from './record-formats.ts'
import { createRowReader } from './record-reader.ts'
import { recordFromVersion } from './source-version.ts'

const code = '91990001MA0TE5T16H'
const company = { companyName: '澜山演示贸易有限公司', companyCreditCode: code }

function rowReader(key: RecordKindKey, removals = false) {
  const kind = recordKinds[key]
  const mapping = canonicalMapping(kind)
  const reader = createRowReader(kind, mapping, { source: 'demo', asOf: '2026', removals })
  return (row: Record<string, unknown>) => reader.read(mapping.columns.map((column) => row[column]))
}
const readRow = (key: RecordKindKey, row: Record<string, unknown>, removals = false) => rowReader(key, removals)(row)

function recordOf(key: RecordKindKey, row: Record<string, unknown>, removals = false) {
  const read = readRow(key, row, removals)
  if (!('statement' in read)) throw new Error(JSON.stringify(read))
  return {
    id: read.id,
    unknown: [...read.lost, ...read.warnings].map(({ field }) => field),
    ...recordFromVersion(recordKinds[key], read.statement),
  }
}
const fieldsOf = (key: RecordKindKey, row: Record<string, unknown>) => recordOf(key, row).fields
const problemOf = (key: RecordKindKey, row: Record<string, unknown>) => {
  const read = readRow(key, row)
  return 'reason' in read ? read.field : null
}

const keysOf = (key: RecordKindKey, row: Record<string, unknown>) => recordOf(key, row).subjects.map((one) => one.key)

const penalty = { ...company, docNo: '演市监处罚〔2025〕1号', office: '演示市市场监督管理局' }

describe('the values of a row', () => {
  it('are validated and converted', () => {
    expect(
      fieldsOf('courtAnnouncement', {
        caseNo: ' [2025] 演0101 民初 5 ',
        hearingAt: '2026年11月22日 下午2时05分',
        scheduledDate: 1_794_700_800_000,
        publishDate: '2026-11-01 00:00:00',
        parties: `被告:${company.companyName}|${code}；演示甲`,
        content: '--',
      }),
    ).toEqual({
      caseNo: '（2025）演0101民初5号',
      hearingAt: '2026-11-22 14:05',
      scheduledDate: '2026-11-15',
      publishDate: '2026-11-01',
      parties: [
        { role: '被告', name: company.companyName, type: 1, cid: `c:${code}`, statement: null },
        { role: '当事人', name: '演示甲', type: 2, cid: null, statement: null },
      ],
    })
    expect(fieldsOf('shareholderInfo', { ...company, name: '演示甲', percent: '60%', subscribedAmount: 12 })).toEqual({
      name: '演示甲',
      percent: 60,
      subscribedAmount: { value: 12, unit: '万元' },
    })
  })

  it.each([
    ['1,250,000', undefined, { value: 1_250_000, unit: '万元' }],
    [2, '元', { value: 2, unit: '元' }],
    ['人民币 20,000 元', undefined, { value: 20_000, unit: '元' }],
    ['３０万美元', undefined, { value: 30, unit: '万美元' }],
  ])('include an amount of %s with the unit %s', (fineAmount, fineAmountUnit, amount) => {
    expect(fieldsOf('punishment', { ...penalty, fineAmount, fineAmountUnit })['fineAmount']).toEqual(amount)
  })

  it('outside of a vocabulary become empty or 其他, and are counted', () => {
    const { fields, unknown } = recordOf('punishment', { ...penalty, kinds: '罚款；演示类；罚款' })
    expect([fields['kinds'], unknown]).toEqual([['罚款', '其他'], ['kinds']])
    const debtor = recordOf('executedPerson', { name: company.companyName, caseNo: '1', caseState: '演示' })
    expect([debtor.fields['caseState'], debtor.unknown]).toEqual([undefined, ['caseState']])
  })

  it.each([
    ['punishment', { ...penalty, decisionDate: '2025-02-30' }, 'decisionDate'],
    ['punishment', { ...penalty, fineAmount: '许多' }, 'fineAmount'],
    ['punishment', { ...penalty, fineAmount: 1, fineAmountUnit: '<b>' }, 'fineAmount'],
    ['punishment', { ...penalty, result: '\u0000' }, 'result'],
    ['punishment', { ...penalty, sourceUrl: 'javascript:alert(1)' }, 'sourceUrl'],
    ['punishment', { ...penalty, companyCreditCode: 'x' }, 'companyCreditCode'],
    ['shareholderInfo', { ...company, name: '演示甲', percent: 101 }, 'percent'],
    ['judicialDocument', { caseNo: '1', parties: company.companyName, sections: '正文' }, 'sections'],
  ] as const)('of %s are lost alone in %j', (key, row, field) => {
    expect(readRow(key, row)).toMatchObject({ lost: [{ field, reason: expect.stringMatching(/./) }] })
  })

  it.each([
    ['businessRisk', { ...company, addDate: '2025-01-02', addReason: '演示', removeDate: '昨天' }, 'removeDate'],
    ['punishment', { ...penalty, displayUntil: '昨天' }, 'displayUntil'],
    ['punishment', { ...penalty, recordStatus: '不明' }, 'recordStatus'],
    ['punishment', { ...penalty, docNo: '-' }, 'docNo'],
    ['keyPerson', { name: '演示甲' }, null],
    ['keyPerson', { name: '演示甲', companyName: '演示乙' }, 'companyName'],
  ] as const)('of %s are rejected in %j', (key, row, field) => {
    expect(readRow(key, row)).toMatchObject({ field, reason: expect.stringMatching(/./) })
    expect(problemOf(key, row)).toBe(field)
  })
})

describe('the subject of a record', () => {
  it('has the key of a valid code, else of a registration number, else of a full name', () => {
    expect(keysOf('punishment', penalty)).toEqual([`c:${code}`])
    expect(
      keysOf('punishment', { ...penalty, companyCreditCode: '', companyRegistrationNumber: '990001131419677' }),
    ).toEqual(['r:990001131419677'])
    expect(keysOf('punishment', { ...penalty, companyCreditCode: '' })).toEqual([`n:${company.companyName}`])
  })

  it('is one company when field and columns state the same name', () => {
    const row = { caseNo: '1', name: '澜山演示贸易有限公司', ...company }
    expect(keysOf('dishonestExecutor', row)).toEqual([`c:${code}`])
    expect(keysOf('dishonestExecutor', { ...row, companyName: undefined })).toEqual([`c:${code}`])
    expect(keysOf('dishonestExecutor', { ...row, companyName: '澜海演示贸易有限公司' })).toHaveLength(2)
  })

  it('is never a natural person, by name or number, except under the key of the search for persons', () => {
    const person = { caseNo: '1', name: '演示甲', certNo: '440305198001011234', subjectType: '自然人' }
    const { subjects, fields } = recordOf('dishonestExecutor', person)
    expect([subjects, fields['certNo']]).toEqual([
      [{ key: 'p:演示甲', identity: null, name: null }],
      '440305********1234',
    ])
  })

  it('is each party of a pledge, with its identity', () => {
    const { subjects } = recordOf('equityPledge', {
      registerNo: '1',
      targetCompany: company.companyName,
      targetCertNo: code.toLowerCase(),
      pledgor: '演示甲',
      pledgee: '演示银行股份有限公司',
    })
    expect(subjects.map(({ key, identity }) => [key, identity])).toEqual([
      [`c:${code}`, '标的企业'],
      ['n:演示银行股份有限公司', '质权人'],
    ])
  })
})

it('the id of a record does not depend on the form of its number, and differs between companies', () => {
  const { id } = recordOf('punishment', penalty)
  expect(recordOf('punishment', { ...penalty, docNo: '演市监处罚[2025] 1号', reason: '广告违法' }).id).toBe(id)
  expect(recordOf('punishment', { ...penalty, docNo: '演市监处罚〔2025〕2号' }).id).not.toBe(id)
  const person = { name: '演示甲', ...company }
  expect(recordOf('keyPerson', person).id).not.toBe(
    recordOf('keyPerson', { ...person, companyCreditCode: '91990002MA0FCT021R' }).id,
  )
})

it('a removal stores only the identifying fields', () => {
  const { row, fields } = recordOf('punishment', { ...penalty, reason: '广告违法', recordStatus: '当前有效' }, true)
  expect([row.standing, fields]).toEqual(['withdrawn', { docNo: penalty.docNo, office: penalty.office }])
})

it('the address of a taxpayer is stored for a company and dropped for a natural person', () => {
  const row = { caseNature: '偷税', publishDate: '2026-01-01', address: '演示市演示路1号' }
  expect(fieldsOf('taxViolation', { ...row, taxpayerName: company.companyName })).toHaveProperty('address')
  expect(fieldsOf('taxViolation', { ...row, taxpayerName: '演示甲' })).not.toHaveProperty('address')
})

describe('hostile values', () => {
  const secret = '440305198001011234'
  const hostile = `原告演示甲，男，住演示市秘密路1号，身份证${secret}，手机13812345678`
  const textOf = (type: FieldType): unknown => {
    if (type === 'parties') return [{ role: hostile, name: hostile, statement: hostile, address: hostile }]
    if (type === 'passages') return [{ title: hostile, text: hostile, author: hostile }]
    if (type === 'events') return [{ date: '2026-01-01', content: hostile }]
    return hostile
  }
  const texts = new Set<FieldType>([
    'line',
    'prose',
    'lines',
    'officer',
    'name',
    'certificate',
    'parties',
    'passages',
    'events',
  ])

  it.each(allKinds.map((kind) => [kind.title, kind] as const))(
    'of %s leave no identity number, mobile number or home address',
    (_title, kind) => {
      const usual: Record<string, unknown> = { ...company, removedReason: hostile, judgePhone: hostile }
      const fields = Object.entries(kind.fields)
      for (const [name, { type }] of fields) {
        if (texts.has(type)) usual[name] = textOf(type)
        else if (type === 'date' || type === 'dateTime') usual[name] = '2026-01-01'
        else if (type === 'caseNumber') usual[name] = `（2026）${secret}`
        else if (type === 'count') usual[name] = 2025
        else if (type === 'contact') usual[name] = '0990-2345678'
      }
      const stored = JSON.stringify(recordOf(kind.key, { ...usual, companyName: company.companyName }).row)
      expect(stored).not.toMatch(/\d{17}[\dX]|(?<!\d)1[3-9]\d{9}(?!\d)|秘密路/)
    },
  )

  it('make a row read or rejected, and never fail', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom('-', '2026-01-01', company.companyName, code, '演示甲', '1', '[', '[{}]', '被告:x|y；'),
      fc.constantFrom(null, 0, -1, [], {}, [null], [{ name: 1 }], [['x']], { role: 'x' }, true),
    )
    for (const kind of allKinds) {
      const { columns } = canonicalMapping(kind)
      const readOne = rowReader(kind.key)
      fc.assert(
        fc.property(fc.dictionary(fc.constantFrom(...columns), value), (row) => {
          const read = readOne(row)
          expect('reason' in read || 'excluded' in read || 'id' in read).toBe(true)
        }),
        { numRuns: 8 },
      )
    }
  })
})
