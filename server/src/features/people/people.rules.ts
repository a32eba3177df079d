import {
  type DebtorSearchBody,
  debtorSearchBody,
  isTypedCompanyName,
  isTypedPersonName,
  type PersonDetail,
} from '@baiqicha/contract/people'
import { type FieldValue, isAmount, type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { resultCode } from '@baiqicha/contract/result-codes'
import * as z from 'zod/mini'
import { isCreditCode } from '../../domain/company/credit-code.ts'
import { isIdentityNumber } from '../../domain/masking/masking.ts'
import {
  hasCertificate,
  isPersonName,
  type ListingMarks,
  personKey,
  personSubjectKey,
  provinceKey,
  readTypedCertificate,
} from '../../domain/records/person-name.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { ShownRecord } from '../../records/shown-record.ts'

/** A shown listing: its record, and what distinguishes it from other listings of the name. */
export type Listing = { recordId: string; view: 'current' | 'disputed' | 'history'; marks: ListingMarks }

/** Listings of one name and one certificate, newest first. */
type ListingGroup = { certificate: string; listings: readonly Listing[] }

/** The subject key of a typed full name. @throws Refusal for a text that is no full name, as a masked one */
export function typedPersonKey(name: string): string {
  const key = isTypedPersonName(name) ? personSubjectKey(name) : null
  if (key === null) throw nameIncomplete()
  return key
}

/** The typed code of a company, without spaces and hyphens; empty: any. @throws Refusal for a number that is no code */
export function typedCompanyCode({ name, certNo }: Pick<z.output<typeof debtorSearchBody>, 'name' | 'certNo'>): string {
  if (!isTypedCompanyName(name)) throw nameTooShort()
  const code = certNo.normalize('NFKC').replace(/[\s-]/gu, '').toUpperCase()
  const isCode = /^[0-9A-Z]{9}$/u.test(code) || (isCreditCode(code) && !isIdentityNumber(code))
  if (code !== '' && !isCode) throw certificateWrong()
  return code
}

/** Whether a listing has the typed certificate and province. @throws Refusal for an invalid certificate number */
export function listingFilter({ certNo, province }: Pick<z.output<typeof debtorSearchBody>, 'certNo' | 'province'>) {
  const typed = certNo === '' ? null : readTypedCertificate(certNo)
  if (typed?.type === 'wrong') throw certificateWrong()
  const wanted = provinceKey(province)
  return ({ marks }: Listing): boolean =>
    (typed === null || hasCertificate(marks, typed)) && (wanted === '' || marks.province === wanted)
}

/** Groups listings by certificate; a listing without one is a group of its own, because namesakes are never merged. */
export function groupListings(listings: readonly Listing[]): ListingGroup[] {
  const groups = new Map<string, Listing[]>()
  for (const listing of listings) {
    const { certificate } = listing.marks
    const key = certificate === '' ? `record ${listing.recordId}` : certificate
    groups.set(key, [...(groups.get(key) ?? []), listing])
  }
  return Array.from(groups.values(), (of) => ({ certificate: of[0]?.marks.certificate ?? '', listings: of }))
}

export const isHistory = ({ view }: Listing) => view === 'history'
export const isOfView = (view: DebtorSearchBody['view']) => (listing: Listing) =>
  isHistory(listing) === (view === 'history')

const nameIncomplete = () => new Refusal({ code: resultCode.keywordEmpty, message: '请输入完整姓名' })
const nameTooShort = () => new Refusal({ code: resultCode.keywordEmpty, message: '请输入至少 2 个字' })
const certificateWrong = () => new Refusal({ code: resultCode.certificateWrong, message: '证件号码有误，请核对' })

/** Kinds that state an office or a shareholding of a person at the company. */
export const positionKinds = [
  'keyPerson',
  'shareholderInfo',
  'reportedRepresentative',
] as const satisfies RecordKindKey[]
/** Kinds whose records name a person in an office of the company. */
export const officeKinds = [
  'dishonestExecutor',
  'consumptionRestriction',
  'punishment',
  'taxViolation',
] as const satisfies RecordKindKey[]

type Position = PersonDetail['positions'][number]

const offices = ['法定代表人', '主要负责人', '实际控制人']

const isSame = (name: string | null, key: string) => name !== null && personKey(name) === key

/** Name of the natural person whose position a record states; null for a company and for other kinds. */
export function personOf({ kind, stated }: Pick<ShownRecord, 'kind' | 'stated'>): string | null {
  if (!positionKinds.some((key) => key === kind.key)) return null
  const name = textOf(stated, 'name')
  const code = textOf(stated, 'creditCode')
  const holderType = textOf(stated, 'holderType')
  const isPerson = holderType === null ? name !== null && isPersonName(name) : holderType === '自然人股东'
  return isPerson && (code === null || !isCreditCode(code)) ? name : null
}

/** Office in which a record names the person; null when it does not. A litigant of the same name may be another person. */
export function officeOf({ kind, stated }: Pick<ShownRecord, 'kind' | 'stated'>, key: string): string | null {
  for (const field of ['legalRep', 'financeHead']) {
    if (isSame(textOf(stated, field), key)) return kind.fields[field]?.label ?? null
  }
  const role = textOf(stated, 'restrictedRole')
  return role !== null && offices.includes(role) && isSame(textOf(stated, 'restrictedPerson'), key) ? role : null
}

function valueText(value: FieldValue | undefined): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (isAmount(value)) return `${value.value.toLocaleString('zh-CN', { maximumFractionDigits: 2 })} ${value.unit}`
  const words = value.filter((one) => typeof one === 'string')
  return words.length === 0 ? null : words.join('、')
}

const shownRows: Partial<Record<RecordKindKey, readonly string[]>> = {
  keyPerson: ['appointedDate'],
  shareholderInfo: ['subscribedAmount', 'subscribedDate', 'paidAmount', 'paidDate', 'basis', 'basisDate', 'holdType'],
}

function titleOf(key: RecordKindKey, fields: RecordFields): string {
  if (key === 'keyPerson') return valueText(fields['positions']) ?? '主要人员'
  if (key === 'reportedRepresentative') return '法定代表人'
  const percent = fields['percent']
  return typeof percent === 'number' ? `持股 ${percent.toFixed(2)}%` : '股东'
}

/** A position as the page shows it. */
export function positionOf({ kind, stated, view }: ShownRecord, source: Position['source']): Position {
  const rows = (shownRows[kind.key] ?? []).flatMap((name) => {
    const value = valueText(stated[name])
    return value === null ? [] : [{ label: kind.fields[name]?.label ?? name, value }]
  })
  return {
    kind: kind.key === 'keyPerson' || kind.key === 'shareholderInfo' ? kind.key : 'legalRepresentative',
    title: titleOf(kind.key, stated),
    rows,
    isCurrent: view !== 'history',
    source,
  }
}

/** Years as ranges: 2019–2021、2023. */
function yearRanges(years: readonly number[]): string {
  const ranges: [from: number, to: number][] = []
  for (const year of [...new Set(years)].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last !== undefined && year === last[1] + 1) last[1] = year
    else ranges.push([year, year])
  }
  return ranges.map(([from, to]) => (from === to ? from : `${from}–${to}`)).join('、')
}

/** Annual reports that name the person as the legal representative. `source` is that of the newest. */
type Reports = { years: readonly number[]; source: Position['source'] }

/**
 * The office of the legal representative: what the register states, and one row for all annual reports. A register fact that
 * itself comes from the annual reports is the same statement. Reports alone are the past: the register names somebody else.
 */
export function representativeOffice(registered: Position | null, reports: Reports | null): Position[] {
  if (reports === null) return registered === null ? [] : [registered]
  const rows = [{ label: '依据', value: `${yearRanges(reports.years)} 年报记载` }]
  if (registered?.source.sourceName === reports.source.sourceName) return [{ ...registered, rows }]
  const reported = { kind: 'legalRepresentative', title: '法定代表人', rows, source: reports.source } as const
  return registered === null ? [{ ...reported, isCurrent: false }] : [registered, { ...reported, isCurrent: true }]
}

/** Current positions first, newest first; else in the order of the records. */
export const inOrder = (positions: readonly Position[]): Position[] =>
  positions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
