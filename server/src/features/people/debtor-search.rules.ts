import {
  type DebtorSearchBody,
  debtorSearchBody,
  isTypedCompanyName,
  isTypedPersonName,
} from '@baiqicha/contract/people'
import { resultCode } from '@baiqicha/contract/result-codes'
import * as z from 'zod/mini'
import { isCreditCode } from '../../domain/company/credit-code.ts'
import { isIdentityNumber } from '../../domain/masking/identity-number.ts'
import {
  hasCertificate,
  type ListingMarks,
  personSubjectKey,
  provinceKey,
  readTypedCertificate,
} from '../../domain/records/person-name.ts'
import { Refusal } from '../../platform/http/refusal.ts'

/** A shown listing: its record, and what distinguishes it from other listings of the name. */
export type Listing = { recordId: string; view: 'current' | 'disputed' | 'history'; marks: ListingMarks }

/** Listings of one name and one certificate, newest first. */
export type ListingGroup = { certificate: string; listings: readonly Listing[] }

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
