import { type Field, fieldSchemas, type Party, type RecordFields } from '@baiqicha/contract/records/fields'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { allKinds, recordKinds } from '@baiqicha/contract/records/kinds'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskRecord } from './record-masking.ts'

const identityNumber = ['990001', '19900101', '1234'].join('')
const mobile = `138${'0'.repeat(4)}1234`
const company = '澜山演示贸易有限公司'
const creditCode = '91990001MA0TE5T16H'

const masked = (key: RecordKindKey, fields: RecordFields) => maskRecord(recordKinds[key], fields).fields
const party = (name: string, type: Party['type'] = 2, role = '被告'): Party => ({
  role,
  name,
  type,
  cid: null,
  statement: null,
})
const namesOf = (parties: RecordFields[string] = null) => JSON.stringify(parties).match(/(?<="name":")[^"]+/g)

describe('a natural person without an office', () => {
  it.each([
    ['贾某', '贾甲'],
    ['贾某某', '贾甲乙'],
    ['欧阳某', '欧阳甲'],
    ['欧阳某某', '欧阳甲乙'],
    ['演示某', '演示甲'],
    ['阿某某', '阿依·演示'],
    ['贾某', '贾 甲'],
    ['贾某某、演示某等3人', '贾甲乙、演示甲等3人'],
  ])('is masked as %s', (expected, name) => {
    expect(masked('executedPerson', { name })['name']).toBe(expected)
  })

  it('has the same mask in every field, different from that of another person', () => {
    const fields = masked('judicialDocument', {
      caseName: '演示甲与演示乙买卖合同纠纷',
      parties: [party('演示乙', 2, '原告'), party('演示甲'), party(company, 1)],
      sections: [{ title: '演示甲辩称', text: '演示甲、演示乙均未到庭，演示甲的代理人到庭。' }],
    })
    expect(namesOf(fields['parties'])).toEqual(['演示某1', '演示某2', company])
    expect(fields['caseName']).toBe('演示某2与演示某1买卖合同纠纷')
    expect(fields['sections']).toEqual([
      { title: '演示某2辩称', text: '演示某2、演示某1均未到庭，演示某2的代理人到庭。' },
    ])
  })

  it('is masked whole when a shorter name is its beginning', () => {
    const { content } = masked('courtAnnouncement', {
      parties: [party('贾甲'), party('贾甲乙')],
      content: '贾甲乙与贾甲',
    })
    expect(content).toBe('贾某某与贾某')
  })

  it('is masked in texts beside the fields too', () => {
    const { text } = maskRecord(recordKinds.executedPerson, { name: '演示甲' })
    expect(text(`演示甲已履行，电话${mobile}`)).not.toMatch(/演示甲|1380000/)
    expect(text(null)).toBeNull()
  })
})

describe('in an office', () => {
  it('a name is shown whole, and so is the name of a company', () => {
    const fields = { name: company, legalRep: '演示甲', certNo: creditCode, coExecuted: [party('演示乙')] }
    expect(masked('dishonestExecutor', fields)).toMatchObject({ name: company, legalRep: '演示甲', certNo: creditCode })
  })

  it('only the restricted person is shown', () => {
    const restricted = (restrictedRole: string) =>
      masked('consumptionRestriction', { restrictedPerson: '演示甲', restrictedRole, companyName: company })
    expect(restricted('法定代表人')).toMatchObject({ restrictedPerson: '演示甲', companyName: company })
    expect(restricted('实际控制人')['restrictedPerson']).toBe('演示甲')
    expect(restricted('被执行人')['restrictedPerson']).toBe('演示某')
  })
})

it('a dishonest debtor stated to be a natural person is masked, whatever the name', () => {
  const name = '演示工厂'
  expect(masked('dishonestExecutor', { name, subjectType: '自然人' })['name']).not.toBe(name)
  expect(masked('dishonestExecutor', { name, subjectType: '企业' })['name']).toBe(name)
})

describe('a certificate', () => {
  it.each([
    [creditCode, creditCode],
    ['MA0TE5T1-6', 'MA0TE5T1-6'],
    [identityNumber, '990001********1234'],
    [identityNumber.replace(/\d$/, 'x'), '990001********123X'],
    ['E12345678', 'E1*****78'],
  ])('%s is shown as %s', (stated, shown) => {
    expect(masked('executedPerson', { certNo: stated })['certNo']).toBe(shown)
  })
})

const shownLink = (orderUrl: string) => masked('consumptionRestriction', { orderUrl })['orderUrl']

it('a link that is not http or contains personal numbers is removed', () => {
  expect(shownLink('https://court.example/1.pdf')).toBe('https://court.example/1.pdf')
  expect(shownLink('javascript:alert(1)')).toBeNull()
  expect(shownLink(`https://court.example/?id=${identityNumber}`)).toBeNull()
})

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
/** Adds the check character for the first seventeen (ISO 7064 MOD 11-2). */
const checked = (first: string) => {
  let sum = 0
  for (let at = 0; at < first.length; at++) sum = (sum + Number(first.charAt(at))) * 2
  return first + '10X98765432'.charAt(sum % 11)
}
const identityNumbers = fc
  .tuple(digits(6), fc.integer({ min: 1900, max: 2020 }), fc.constantFrom('0101', '1231', '0630'), digits(3))
  .map(([region, year, day, rest]) => checked(`${region}${year}${day}${rest}`))
const mobiles = digits(9).map((rest) => `13${rest}`)
const people = fc.constantFrom('贾甲', '贾甲乙', '欧阳乙', '演示甲', '演示乙', '阿依·演示')
const part = fc.oneof(
  people,
  identityNumbers,
  mobiles,
  fc.constantFrom('现住演示省演示市演示路1号', '身份证', 'a', '（'),
)
const texts = fc.array(part, { maxLength: 3 }).map((parts) => parts.join('，'))

function valuesOf({ type }: Field): fc.Arbitrary<RecordFields[string]> {
  if (type === 'name' || type === 'officer') return people
  if (type === 'certificate') return identityNumbers
  if (type === 'parties') {
    const parties = { role: part, name: people, type: fc.constant(2), cid: fc.constant(null), statement: texts }
    return fc.array(fc.record(parties), { maxLength: 3 })
  }
  if (type === 'passages') return fc.array(fc.record({ title: texts, text: texts }), { maxLength: 2 })
  if (type === 'events') return fc.array(fc.record({ date: fc.constant(null), content: texts }), { maxLength: 2 })
  if (type === 'lines' || type === 'words') return fc.array(texts, { maxLength: 2 })
  const isText = fieldSchemas[type].safeParse('').success
  return isText && type !== 'date' && type !== 'dateTime' ? texts : fc.constant(null)
}

const records = fc.oneof(
  ...allKinds.map((kind) =>
    fc
      .record(Object.fromEntries(Object.entries(kind.fields).map(([name, field]) => [name, valuesOf(field)])))
      .map((fields) => ({ kind, fields })),
  ),
)

it('no identity number, mobile number, home or name of a person without an office is shown, whatever a record contains', () => {
  fc.assert(
    fc.property(records, ({ kind, fields }) => {
      const inNoOffice = Object.entries(kind.fields)
        .flatMap(([name, { type }]) => (type === 'name' || type === 'parties' ? [fields[name]] : []))
        .flatMap((value) => (typeof value === 'string' ? [value] : (namesOf(value) ?? [])))
        .filter((name) => name !== fields['restrictedPerson'])
      const { fields: shown, text } = maskRecord(kind, fields)
      const offices = Object.entries(kind.fields).filter(([, { type }]) => type === 'officer')
      const left = JSON.stringify([
        Object.entries(shown).filter(([name]) => !offices.some(([office]) => office === name)),
        text(inNoOffice.join('，')),
      ])
      expect(left).not.toMatch(/(?<!\d)\d{17}[\dX](?!\d)/)
      expect(left).not.toMatch(/(?<!\d)1[3-9]\d{9}(?!\d)/)
      expect(left).not.toContain('现住')
      for (const name of inNoOffice) expect(left).not.toContain(name)
    }),
    { numRuns: 1_000 },
  )
})
