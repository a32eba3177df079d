import type { DemoSet } from '../generate.ts'
import { changeItems } from '../generator/register-steps.ts'
import type { Row } from '../generator/world.ts'
import { type Check, number, parties, text, titleOf, toldRows, viewOf } from './rows.ts'

/** Records of one dispute agree: numbers, amounts, sides, days and how it stands. */

const caseNo = (row: Row) => text(row, 'caseNo')
const byCase = (rows: readonly Row[]) => new Map(rows.map((row) => [caseNo(row), row]))

/** Whoever is listed or restricted is being executed, under the same number and for the same money. */
const executions: Check = (set) => {
  const executed = byCase(toldRows(set, 'executedPerson'))
  return set.records.flatMap((record) => {
    const { kind, row } = record
    if (kind !== 'dishonestExecutor' && kind !== 'consumptionRestriction') return []
    const base = executed.get(caseNo(row))
    if (base === undefined) return [`${titleOf(record)}: there is no execution of this number`]
    const name = kind === 'dishonestExecutor' ? 'name' : 'companyName'
    const wrong = [
      ...(text(row, name) === text(base, 'name') ? [] : ['another debtor']),
      ...(kind === 'dishonestExecutor' && number(row, 'amount') !== number(base, 'execAmount')
        ? ['another amount']
        : []),
      ...(['court', 'filedDate', 'applicant'] as const).filter((field) => text(row, field) !== text(base, field)),
    ]
    return wrong.map((what) => `${titleOf(record)}: ${what} than its execution`)
  })
}

/** What it rests on is a judgment that came before, between the same two. */
const bases: Check = (set) => {
  const judged = byCase(toldRows(set, 'judicialDocument'))
  return set.records.flatMap((record) => {
    const { kind, row } = record
    if (kind !== 'dishonestExecutor') return []
    const base = judged.get(text(row, 'basisNo'))
    if (base === undefined) return [`${titleOf(record)}: rests on no judgment`]
    const names = parties(base).map(({ name }) => name)
    return [
      ...(text(base, 'judgeDate') < text(row, 'filedDate')
        ? []
        : [`${titleOf(record)}: executed before it was judged`]),
      ...([text(row, 'name'), text(row, 'applicant')].every((name) => names.includes(name))
        ? []
        : [`${titleOf(record)}: judged between others`]),
    ]
  })
}

/** Case numbers name the year the case was opened in, and the court of the record. */
const numbers: Check = (set) => {
  const courts = new Map<string, Set<string>>()
  const wrong = set.records.flatMap((record) => {
    const number_ = caseNo(record.row)
    if (number_ === '') return []
    const [, year = '', code = ''] = /^（(\d{4})）(演\d+)\D+\d+号$/.exec(number_) ?? []
    if (code === '') return [`${titleOf(record)}: is no case number`]
    const court = text(record.row, 'court') || text(record.row, 'announcer')
    courts.set(code, new Set([...(courts.get(code) ?? []), court]))
    const opened = text(record.row, 'filedDate')
    // Resumed executions keep the year they were resumed in.
    return opened === '' || opened.startsWith(year) ? [] : [`${titleOf(record)}: opened on ${opened}`]
  })
  return [
    ...wrong,
    ...[...courts].filter(([, names]) => names.size > 1).map(([code]) => `${code}: two courts share it`),
  ]
}

/** Sides of a case are the same at its hearing, in its notice and in its judgment. */
const sides: Check = (set) => {
  const told = (['courtAnnouncement', 'enterpriseCourtAnnouncement', 'judicialDocument'] as const).flatMap((kind) =>
    toldRows(set, kind),
  )
  return [
    ...Map.groupBy(
      told.filter((row) => caseNo(row) !== ''),
      caseNo,
    ),
  ].flatMap(([number_, rows]) => {
    const all = new Set(
      rows.map((row) =>
        parties(row)
          .map(({ role, name }) => `${role}${name}`)
          .join(),
      ),
    )
    return all.size === 1 ? [] : [`${number_}: its records name other parties`]
  })
}

const isOver = (row: Row) => ['历史', '已移出', '已修复', '已撤销'].includes(text(row, 'recordStatus'))

/** What is over says since when and why; what stands does not. Nobody who has paid is listed. */
const states: Check = ({ records }) =>
  records.flatMap((record) => {
    const { row, kind } = record
    if (record.isRemoval) return []
    const said = ['removedAt', 'removedReason'].filter((name) => text(row, name) !== '').length
    const wrong = [
      ...(said !== (isOver(row) ? 2 : 0) ? ['says when and why it ended only if it did'] : []),
      ...(kind === 'dishonestExecutor' && !isOver(row) && text(row, 'performance') === '全部已履行'
        ? ['is listed although all was paid']
        : []),
      ...(kind === 'equityPledge' && (text(row, 'status') === '无效') !== isOver(row) ? ['is void if it is over'] : []),
      ...(kind === 'executedPerson' && text(row, 'caseState') === '已结案' && !isOver(row)
        ? ['is closed and stands']
        : []),
    ]
    return wrong.map((what) => `${titleOf(record)}: ${what}`)
  })

/** A restricted or listed company names who stood for it when the execution began. */
const representatives: Check = (set) => {
  const legalRepOn = legalRepsOf(set)
  return set.records.flatMap((record) => {
    const { kind, row } = record
    if (kind !== 'dishonestExecutor' && kind !== 'consumptionRestriction') return []
    const named = text(row, kind === 'dishonestExecutor' ? 'legalRep' : 'restrictedPerson')
    const company = text(row, kind === 'dishonestExecutor' ? 'certNo' : 'companyCreditCode')
    const wanted = legalRepOn(company, text(row, 'filedDate'))
    return wanted === null || named === wanted ? [] : [`${titleOf(record)}: names ${named}, it was ${wanted}`]
  })
}

function legalRepsOf(set: DemoSet) {
  const changes = toldRows(set, 'changeRecord').filter((row) => row['item'] === changeItems.legalRep)
  return (code: string, day: string): string | null => {
    const later = changes
      .filter((row) => text(row, 'companyCreditCode') === code && text(row, 'changeDate') > day)
      .toSorted((a, b) => (text(a, 'changeDate') < text(b, 'changeDate') ? -1 : 1))[0]
    if (later !== undefined) return text(later, 'before')
    return set.companies.find(({ creditCode }) => creditCode === code)?.legalRepresentative ?? null
  }
}

/** One who pledges a share holds or held it, and pledges no more than that. */
const pledges: Check = (set) =>
  toldRows(set, 'equityPledge').flatMap((row) => {
    const owner = toldRows(set, 'shareholderInfo').find(
      (share) =>
        text(share, 'companyCreditCode') === text(row, 'targetCertNo') && text(share, 'name') === text(row, 'pledgor'),
    )
    const isHeld = owner !== undefined && text(owner, 'firstHoldDate') <= text(row, 'registerDate')
    const isWithin = (number(row, 'amount') ?? 0) <= (number(owner ?? {}, 'subscribedAmount') ?? 0)
    return isHeld && isWithin ? [] : [`${text(row, 'registerNo')}: pledges what ${text(row, 'pledgor')} does not hold`]
  })

/** A company in liquidation has a notice of it. */
const liquidations: Check = (set) => {
  const notices = toldRows(set, 'enterpriseCourtAnnouncement').filter((row) =>
    ['清算公告', '破产文书'].includes(text(row, 'noticeType')),
  )
  return set.companies
    .filter(({ status }) => status === '清算')
    .filter(({ creditCode }) => !notices.some((row) => parties(row).some((party) => party.creditCode === creditCode)))
    .map(({ name }) => `${name}: is wound up and no notice says so`)
}

/** A record that two sources tell is told alike. */
const twice: Check = ({ records }) => {
  const told = records.filter(({ kind, isRemoval }) => kind === 'punishment' && !isRemoval)
  return [...Map.groupBy(told, ({ row }) => `${text(row, 'docNo')} ${text(row, 'office')}`)].flatMap(
    ([document, same]) => {
      const views = new Set(
        same.map((record) => `${viewOf(record)} ${text(record.row, 'decisionDate')} ${text(record.row, 'reason')}`),
      )
      return views.size === 1 ? [] : [`${document}: its sources contradict each other`]
    },
  )
}

export const matterChecks: readonly Check[] = [
  executions,
  bases,
  numbers,
  sides,
  states,
  representatives,
  pledges,
  liquidations,
  twice,
]
