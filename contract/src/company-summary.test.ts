import * as fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { companyStatuses } from './company-status.ts'
import {
  type CompanySummary,
  companyListItemWire,
  companySummaryCodec,
  onUnreadableFormerNames,
  searchHitCodec,
  viewedCompanyCodec,
} from './company-summary.ts'

// Texts that mean "absent" on the wire cannot be values.
const text = fc.string({ minLength: 1, unit: 'grapheme' }).filter((value) => value.trim() !== '' && value !== '-')
const optional = fc.option(text)
const date = fc.option(
  fc
    .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10)),
)

const summary: fc.Arbitrary<CompanySummary> = fc.record({
  id: text,
  name: text,
  logo: optional,
  logoText: text,
  briefName: text,
  status: fc.option(fc.constantFrom(...companyStatuses)),
  formerNames: fc.array(fc.record({ name: text, english: optional, traditional: optional }), { maxLength: 4 }),
  businessType: optional,
  jointStockType: optional,
  isDishonestDebtor: fc.boolean(),
  isJudgmentDebtor: fc.boolean(),
  isConsumptionRestricted: fc.boolean(),
  legalRepresentative: optional,
  legalRepresentativeYear: optional,
  leadingOfficer: fc.option(fc.record({ name: text, title: text, year: optional })),
  registeredCapital: fc.option(
    fc.record({ amount: fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0), unit: text }),
  ),
  foundedOn: date,
  creditCode: optional,
  region: optional,
  industry: optional,
  listing: fc.option(fc.record({ code: text, board: optional })),
  listEntry: fc.option(fc.record({ name: text, title: text, year: optional, amount: optional })),
  isDemo: fc.boolean(),
})

/** Encodes to JSON and decodes again. */
const travel = (wire: unknown): unknown => JSON.parse(JSON.stringify(wire))

const company: CompanySummary = {
  id: 'c-1',
  name: '澜山演示贸易有限公司',
  logo: null,
  logoText: '澜山演示',
  briefName: '澜山演示贸易',
  status: null,
  formerNames: [],
  businessType: null,
  jointStockType: null,
  isDishonestDebtor: false,
  isJudgmentDebtor: false,
  isConsumptionRestricted: false,
  legalRepresentative: null,
  legalRepresentativeYear: null,
  leadingOfficer: null,
  registeredCapital: null,
  foundedOn: null,
  creditCode: null,
  region: null,
  industry: null,
  listing: null,
  listEntry: null,
  isDemo: true,
}
const wireOf = (deviation: Partial<CompanySummary> = {}) => z.encode(companySummaryCodec, { ...company, ...deviation })

describe('the company list item', () => {
  it('decodes to what was encoded', () => {
    fc.assert(
      fc.property(summary, (original) => {
        const wire = z.parse(companyListItemWire, travel(z.encode(companySummaryCodec, original)))
        expect(z.decode(companySummaryCodec, wire)).toEqual(original)
      }),
      { numRuns: 2_000 },
    )
  })

  it('decodes to what was encoded as a viewed company and as a search hit', () => {
    const viewed = { ...company, viewedAt: '2026-11-20T00:00:00.000Z' }
    expect(z.decode(viewedCompanyCodec, z.encode(viewedCompanyCodec, viewed))).toEqual(viewed)
    const hit = {
      ...company,
      matchReason: { field: 'name' as const, text: company.name },
      hitRanges: [[0, 2] satisfies [number, number]],
    }
    expect(z.decode(searchHitCodec, z.encode(searchHitCodec, hit))).toEqual(hit)
  })

  it('carries each flag as its Chinese label when true and as null when false', () => {
    const labels = {
      isDishonestDebtor: '失信被执行人',
      isJudgmentDebtor: '被执行人',
      isConsumptionRestricted: '限制高消费',
    }
    for (const [flag, label] of Object.entries(labels)) {
      const without = Object.values(wireOf())
      const added = Object.values(wireOf({ [flag]: true })).filter((value) => !without.includes(value))
      expect(added).toEqual([label])
    }
    const carried = Object.values(wireOf())
    for (const label of Object.values(labels)) expect(carried).not.toContain(label)
  })

  it.each(['0', 'false', '-', '', '否', '未知'])('reads a flag of %j as false', (value) => {
    const wire = { ...wireOf(), dscn: value, excn: value, rtcn: value }
    expect(z.decode(companySummaryCodec, wire)).toMatchObject({
      isDishonestDebtor: false,
      isJudgmentDebtor: false,
      isConsumptionRestricted: false,
    })
  })

  it.each(['-', '', ' '])('reads %j as absent', (value) => {
    const wire = { ...wireOf(), opnm: value, rgcp: value, stdt: value, stus: value, ogcdDesc: value }
    expect(z.decode(companySummaryCodec, wire)).toEqual(company)
  })

  it('reads an unknown status as 其他 and an amount without a unit as 万元', () => {
    const wire = { ...wireOf(), stus: '已开业', rgcp: '12.5' }
    expect(z.decode(companySummaryCodec, wire)).toMatchObject({
      status: '其他',
      registeredCapital: { amount: 12.5, unit: '万元' },
    })
  })
})

describe('former names', () => {
  afterEach(() => onUnreadableFormerNames(() => {}))

  it('travel as JSON inside text', () => {
    const formerNames = [{ name: '演示旧名有限公司', english: null, traditional: null }]
    expect(JSON.parse(wireOf({ formerNames }).hisnm)).toEqual([
      { name_ct: '演示旧名有限公司', name_en: '-', name_ft: '-' },
    ])
  })

  it.each(['', '-', 'null', '{}', '[1]', '[{"name_ct":', '[{"name_ct":5}]'])(
    'that cannot be read (%j) are reported and empty',
    (unreadable) => {
      const reported: string[] = []
      onUnreadableFormerNames((fieldText) => reported.push(fieldText))
      expect(z.decode(companySummaryCodec, { ...wireOf(), hisnm: unreadable }).formerNames).toEqual([])
      expect(reported).toEqual([unreadable])
    },
  )

  it('omit names that are only a dash', () => {
    const hisnm = JSON.stringify([{ name_ct: '-' }, { name_ct: '演示旧名' }])
    expect(z.decode(companySummaryCodec, { ...wireOf(), hisnm }).formerNames.map((former) => former.name)).toEqual([
      '演示旧名',
    ])
  })
})
