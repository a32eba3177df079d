import { isLiveStatus } from '@baiqicha/contract/company-status'
import type { PublishedContact } from '../../records/company-contacts.ts'

/** Months for which the number of an annual report may be dialled. */
const ANNUAL_REPORT_MONTHS = 24

export type DialledContact = Pick<PublishedContact, 'type' | 'state' | 'sources' | 'dispute'>
type Dial = {
  contact: DialledContact
  /** null: no source states it. */
  status: string | null
  /** YYYY-MM-DD. */
  today: string
}

/** The day `months` before `day`; both YYYY-MM-DD. A day beyond the end of that month sorts after it, which is enough. */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const total = year * 12 + month - 1 - months
  const [ofYear, ofMonth] = [Math.floor(total / 12), (total % 12) + 1]
  return `${ofYear}-${String(ofMonth).padStart(2, '0')}${day.slice(7)}`
}

/**
 * Whether a mobile number may be dialled: the company published it for calls, recently, and it is in use. Hidden numbers
 * are not among the contacts of a company.
 */
export function mayDial({ contact, status, today }: Dial): boolean {
  const { type, state, sources, dispute } = contact
  if (type !== '手机' || state === '空号' || dispute !== null || status === null || !isLiveStatus(status)) return false
  const oldest = monthsBefore(today, ANNUAL_REPORT_MONTHS)
  return sources.some(({ category, date, year }) => {
    if (category === '官网') return true
    const published = date ?? (year === null ? null : `${year}-12-31`)
    return category === '年报' && published !== null && published >= oldest
  })
}
