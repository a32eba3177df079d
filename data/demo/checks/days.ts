import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { AS_OF, daysFrom } from '../generator/days.ts'
import { type Check, parties, text, titleOf, toldRows } from './rows.ts'

/** Days come in the order in which they must, none before its company and none behind the day of the data. */

/** Of each kind, fields whose days never go back. */
const orders: Readonly<Record<RecordKindKey, readonly (readonly string[])[]>> = {
  dishonestExecutor: [['filedDate', 'publishDate', 'removedAt']],
  executedPerson: [['filedDate', 'publishDate', 'removedAt']],
  consumptionRestriction: [['filedDate', 'publishDate', 'removedAt']],
  courtAnnouncement: [['scheduledDate', 'publishDate', 'hearingAt']],
  enterpriseCourtAnnouncement: [['publishDate', 'removedAt']],
  judicialDocument: [['judgeDate', 'publishDate', 'removedAt']],
  businessRisk: [['addDate', 'removeDate']],
  punishment: [
    ['decisionDate', 'publishDate', 'removedAt'],
    ['publishDate', 'displayUntil'],
  ],
  taxViolation: [['publishDate', 'removedAt']],
  seriousViolation: [['addDate', 'removeDate']],
  equityPledge: [
    ['registerDate', 'publishDate', 'cancelDate'],
    ['publishDate', 'revokeDate'],
  ],
  shareholderInfo: [
    ['firstHoldDate', 'basisDate'],
    ['firstHoldDate', 'subscribedDate'],
    ['firstHoldDate', 'paidDate'],
  ],
  keyPerson: [['appointedDate', 'removedAt']],
  branch: [],
  overseasInvest: [['foundedDate', 'investDate']],
  changeRecord: [],
  annualInsurance: [],
}

const order: Check = ({ records }) =>
  records.flatMap((record) =>
    orders[record.kind].flatMap((names) => {
      const days = names.map((name) => text(record.row, name).slice(0, 10)).filter((day) => day !== '')
      return days.every((day, place) => place === 0 || (days[place - 1] ?? '') <= day)
        ? []
        : [`${titleOf(record)}: ${names.join(' ≤ ')} does not hold: ${days.join(', ')}`]
    }),
  )

/** What may lie ahead. */
const ahead = ['hearingAt', 'displayUntil', 'subscribedDate']
const dayField = /(Date|At|On)$/

const past: Check = ({ records }) =>
  records.flatMap((record) =>
    Object.entries(record.row)
      .filter(
        ([name, value]) => dayField.test(name) && !ahead.includes(name) && typeof value === 'string' && value > AS_OF,
      )
      .map(([name]) => `${titleOf(record)}: ${name} ${text(record.row, name)} lies ahead`),
  )

/** Days of a company's own records do not come before it, and a notice hangs out thirty days before its hearing. */
const founded: Check = ({ companies, records }) => {
  const foundedOn = new Map(
    companies.flatMap(({ name, creditCode, foundedOn: day }) => [
      [creditCode, day],
      [name, day],
    ]),
  )
  return records.flatMap((record) => {
    const { kind, row } = record
    const codes = [row['companyCreditCode'], row['certNo'], row['taxpayerNo'], row['targetCertNo']]
    const owners = [...codes, ...parties(row).map(({ creditCode }) => creditCode)].filter(
      (code) => typeof code === 'string',
    )
    return owners.flatMap((code) => {
      const first = foundedOn.get(code) ?? ''
      return Object.entries(row)
        .filter(
          ([name, value]) =>
            dayField.test(name) &&
            !(kind === 'overseasInvest' && name === 'foundedDate') &&
            typeof value === 'string' &&
            value < first,
        )
        .map(([name]) => `${titleOf(record)}: ${name} ${text(row, name)} is before ${code} was founded on ${first}`)
    })
  })
}

const served: Check = (set) => {
  const hearings = new Map(toldRows(set, 'courtAnnouncement').map((row) => [text(row, 'caseNo'), row]))
  return toldRows(set, 'enterpriseCourtAnnouncement').flatMap((notice) => {
    const hearing = hearings.get(text(notice, 'caseNo'))
    if (hearing === undefined) return []
    const days = daysFrom(text(notice, 'publishDate'), text(hearing, 'hearingAt').slice(0, 10))
    return days >= 30 ? [] : [`${text(notice, 'caseNo')}: heard ${days} days after the notice`]
  })
}

const companyDays: Check = ({ companies }) =>
  companies.flatMap(({ name, foundedOn, approvedOn, endedOn, termTo, formerNames = [] }) => {
    const wrong: string[] = []
    if (approvedOn < foundedOn || approvedOn > AS_OF) wrong.push(`approved on ${approvedOn}`)
    if (endedOn !== undefined && (endedOn < foundedOn || endedOn > AS_OF)) wrong.push(`ended on ${endedOn}`)
    if (termTo !== undefined && termTo < AS_OF) wrong.push(`its term was over on ${termTo}`)
    for (const told of formerNames) {
      const until = told.split('~')[1] ?? ''
      if (until <= foundedOn || until > AS_OF) wrong.push(`renamed on ${until}`)
    }
    return wrong.map((what) => `${name}, founded on ${foundedOn}: ${what}`)
  })

export const dayChecks: readonly Check[] = [order, past, founded, served, companyDays]
