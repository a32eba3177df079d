import { exampleDetail } from '@baiqicha/contract/records/example'
import type { Field } from '@baiqicha/contract/records/fields'
import { type RecordKindKey, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { type SeededRandom, seededRandom } from '../../server/test/builders/seeded-random.ts'
import { GENERATOR_VERSION, generatedCompanies } from './generated-companies.ts'

/** Fictional companies and records of every kind as rows of the canonical format. */

/** Raise it with every change of what a seed produces. */
export const VOLUME_VERSION = `2.${GENERATOR_VERSION}`
export const RECORDS_PER_COMPANY = 3

export type VolumeCompany = { name: string; creditCode: string }

/** Rows of companies; every name begins with 演示. */
export function* volumeCompanies(count: number, seed: number) {
  for (const company of generatedCompanies(count, seed)) {
    const { status, foundedOn, capital, scope, address } = company
    const creditCode = company.creditCode ?? ''
    const region = creditCode.slice(2, 8)
    const facts = { status, foundedOn, region, industry: company.industryCode, capitalValue: capital ?? 100 }
    yield { name: `演示${company.name}`, creditCode, legalRepresentative: '演示甲', ...facts, scope, address }
  }
}

/** Thousandths of all records, close to real sources. */
const shares: Partial<Record<RecordKindKey, number>> = {
  judicialDocument: 230,
  courtAnnouncement: 150,
  shareholderInfo: 110,
  changeRecord: 90,
  executedPerson: 90,
  keyPerson: 90,
}
const OTHER_SHARE = 22
const shareOf = (key: RecordKindKey) => shares[key] ?? OTHER_SHARE
const totalShare = recordKindKeys.reduce((sum, key) => sum + shareOf(key), 0)

/** How many records of each kind this many companies have. */
export const volumeOf = (companies: number): { key: RecordKindKey; count: number }[] =>
  recordKindKeys.map((key) => ({
    key,
    count: Math.ceil((companies * RECORDS_PER_COMPANY * shareOf(key)) / totalShare),
  }))

/** One company in a thousand has a sixth of all records, and the first one up to ten thousand judgments. */
const BUSY_SHARE = 1 / 6
const HEAVIEST_JUDGMENTS = 10_000
const PROSE = '本院经审理认为，当事人应当按照约定全面履行自己的义务，有事实和法律依据的部分，本院予以支持。'.repeat(3)
const two = (number: number) => String(number).padStart(2, '0')

type Draw = { at: number; company: VolumeCompany; other: VolumeCompany; random: SeededRandom }

function partiesOf({ company, other, random }: Draw) {
  const [mine, theirs] = random.below(3) === 0 ? ['原告', '被告'] : ['被告', '原告']
  const rival = random.below(2) === 0 ? { ...other, type: 1 } : { name: '演示乙', type: 2 }
  return [
    { ...company, role: mine, type: 1 },
    { ...rival, role: theirs },
  ]
}

/** A value that differs from record to record; undefined where the example of the kind will do. */
function valueOf({ type, label }: Field, draw: Draw, day: string): unknown {
  const { at, other, random } = draw
  if (type === 'line') return `演示${label}${at}`
  if (type === 'prose') return PROSE
  if (type === 'date') return day
  if (type === 'dateTime') return `${day} 09:30`
  if (type === 'amount') return 1 + random.below(5_000)
  if (type === 'count') return 2015 + random.below(11)
  if (type === 'caseNumber') return `（${day.slice(0, 4)}）演0101民初${at + 1}号`
  if (type === 'name') return other.name
  if (type === 'certificate') return other.creditCode
  if (type === 'parties') return partiesOf(draw)
  return type === 'passages' ? [{ title: '本院认为', text: PROSE }] : undefined
}

/** Columns that say which company a record is about. */
function subjectColumns({ subjects: [first] }: RecordKind, { company }: Draw): Record<string, string> {
  if (first?.by === 'parties') return {}
  const { name, code = 'companyCreditCode' } = first?.by === 'field' ? first : { name: 'companyName' }
  return { [name]: company.name, [code]: company.creditCode }
}

function rowOf(kind: RecordKind, draw: Draw): object {
  const { below, next } = draw.random
  const day = `${2016 + Math.floor(10 * Math.sqrt(next()))}-${two(1 + below(12))}-${two(1 + below(28))}`
  const row: Record<string, unknown> = { ...exampleDetail(kind).fields }
  for (const [name, field] of Object.entries(kind.fields)) row[name] = valueOf(field, draw, day) ?? row[name]
  const isRemoved = kind.group !== 'overview' && below(10) < 3
  return {
    ...row,
    ...subjectColumns(kind, draw),
    ...(isRemoved && { recordStatus: '已移出', removedAt: day, removedReason: '已履行完毕' }),
  }
}

export function* volumeRecords(
  key: RecordKindKey,
  count: number,
  companies: readonly VolumeCompany[],
  seed: number,
): Generator<object, void, undefined> {
  const random = seededRandom(seed + recordKindKeys.indexOf(key))
  const heavy = key === 'judicialDocument' ? Math.min(HEAVIEST_JUDGMENTS, count / 10) : 0
  const busy = companies.slice(1, 2 + companies.length / 1_000)
  const [heaviest] = companies
  for (let at = 0; at < count; at += 1) {
    const drawn = random.next() < BUSY_SHARE ? random.pick(busy) : random.pick(companies)
    const company = at < heavy && heaviest !== undefined ? heaviest : drawn
    yield rowOf(recordKinds[key], { at, company, other: random.pick(companies), random })
  }
}
