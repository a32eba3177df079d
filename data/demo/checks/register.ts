import type { DemoSet } from '../generate.ts'
import type { CompanyRow } from '../generator/company.ts'
import { changeItems } from '../generator/register-steps.ts'
import type { Row } from '../generator/world.ts'
import { type Check, companyOfRow, number, rowsOfCompany, text, toldRows } from './rows.ts'

/** The register agrees with itself: parts make wholes, changes lead to today, owners and investments mirror each other. */

const isNow = (row: Row) => text(row, 'recordStatus') !== '历史'
const near = (a: number, b: number) => Math.abs(a - b) < 0.001

/** Shares of each basis make a whole, and so do the amounts; where a share is not told nothing is summed. */
const sums: Check = (set) =>
  set.companies.flatMap((company) => {
    const owners = rowsOfCompany(set, 'shareholderInfo', company.creditCode)
    return [...Map.groupBy(owners, (row) => text(row, 'basis'))].flatMap(([basis, rows]) => {
      const shares = rows.map((row) => number(row, 'percent'))
      if (shares.includes(null)) return []
      const total = (name: string) => rows.reduce((sum, row) => sum + (number(row, name) ?? 0), 0)
      const paid = total('paidAmount')
      return [
        ...(near(total('percent'), 100) ? [] : [`${company.name}, ${basis}: shares make ${total('percent')} %`]),
        ...(near(total('subscribedAmount'), company.capitalValue)
          ? []
          : [`${company.name}, ${basis}: ${total('subscribedAmount')} subscribed of ${company.capitalValue}`]),
        ...(paid === 0 || near(paid, company.paidInValue ?? 0)
          ? []
          : [`${company.name}: ${paid} paid of ${company.paidInValue}`]),
      ]
    })
  })

const keyOf = (owner: string, investee: string, row: Row) =>
  [owner, investee, number(row, 'percent'), number(row, 'subscribedAmount'), text(row, 'subscribedAmountUnit')].join(
    ' ',
  )

/** An owner that is a company says the same of its holding. */
const mirrors: Check = (set) => {
  const names = new Map(set.companies.map((company) => [company.creditCode, company]))
  const owned = toldRows(set, 'shareholderInfo').filter(
    (row) => isNow(row) && text(row, 'basis') === '工商登记' && row['creditCode'] !== undefined,
  )
  const held = toldRows(set, 'overseasInvest').filter((row) => isNow(row) && row['creditCode'] !== undefined)
  const told = new Set(held.map((row) => keyOf(companyOfRow(row), text(row, 'creditCode'), row)))
  const wanted = new Set(owned.map((row) => keyOf(text(row, 'creditCode'), companyOfRow(row), row)))
  return [
    ...[...wanted].filter((key) => !told.has(key)).map((key) => `${key}: owned but not told as an investment`),
    ...[...told].filter((key) => !wanted.has(key)).map((key) => `${key}: told as an investment but not owned`),
    ...owned
      .filter((row) => names.get(text(row, 'creditCode'))?.name !== text(row, 'name'))
      .map((row) => `${text(row, 'name')} has another code`),
    ...held.flatMap((row) => investeeProblems(row, names.get(text(row, 'creditCode')))),
  ]
}

function investeeProblems(row: Row, investee: CompanyRow | undefined): string[] {
  if (investee === undefined) return [`${text(row, 'name')}: nobody has the code of this investment`]
  const agrees =
    row['name'] === investee.name &&
    row['foundedDate'] === investee.foundedOn &&
    row['status'] === investee.status &&
    row['regCapital'] === investee.capitalValue &&
    row['legalRep'] === investee.legalRepresentative
  return agrees ? [] : [`${investee.name}: an investment in it tells other facts`]
}

const unmarked = (told: string) => told.replaceAll(/ \[(新增|退出)\]/g, '')

const positions = (row: Row) => {
  const held = row['positions']
  return Array.isArray(held) ? held.filter((one) => typeof one === 'string').join('、') : ''
}

/** How the register tells today what a kind of change leads to; null: nothing to compare with. */
function todayOf(set: DemoSet, company: CompanyRow): Readonly<Record<string, string | null>> {
  const owners = rowsOfCompany(set, 'shareholderInfo', company.creditCode)
  const seniors = rowsOfCompany(set, 'keyPerson', company.creditCode)
  return {
    [changeItems.name]: company.name,
    [changeItems.legalRep]: company.legalRepresentative,
    [changeItems.capital]: `${company.capitalValue} ${company.capitalUnit}`,
    [changeItems.owners]: owners.some((row) => row['percent'] === undefined)
      ? null
      : owners.map((row) => `${text(row, 'name')} ${number(row, 'percent')}%`).join('；'),
    [changeItems.seniors]: seniors.map((row) => `${text(row, 'name')}（${positions(row)}）`).join('；'),
    [changeItems.address]: company.address,
    [changeItems.scope]: company.scope,
    [changeItems.type]: company.businessType,
    [changeItems.articles]: null,
    [changeItems.liquidators]: null,
  }
}

const days = (row: Row) => text(row, 'changeDate')

/** Of each kind of change, what was there before is what the one before left, and the last leads to today. */
const chains: Check = (set) =>
  set.companies.flatMap((company) => {
    const today = todayOf(set, company)
    const rows = rowsOfCompany(set, 'changeRecord', company.creditCode)
    return [...Map.groupBy(rows, (row) => text(row, 'item'))].flatMap(([item, changes]) => {
      const now = today[item]
      if (now === undefined) return [`${company.name}: ${item} is no change of the register`]
      if (now === null) return []
      const sorted = changes.toSorted((a, b) => (days(a) < days(b) ? -1 : 1))
      return sorted.flatMap((change, place) => {
        const next = sorted[place + 1]
        const follows = next === undefined ? now : unmarked(text(next, 'before'))
        const after = unmarked(text(change, 'after'))
        const wrong: string[] = []
        if (after !== follows) wrong.push(`${company.name}, ${item}: “${after}” is followed by “${follows}”`)
        if (after === unmarked(text(change, 'before'))) wrong.push(`${company.name}, ${item}: nothing changed`)
        if (days(change) > company.approvedOn) wrong.push(`${company.name}: changed behind ${company.approvedOn}`)
        return wrong
      })
    })
  })

/** Every former name was left by a change of that day, and no other change of name is told. */
const formerNames: Check = (set) =>
  set.companies.flatMap((company) => {
    const changes = rowsOfCompany(set, 'changeRecord', company.creditCode).filter(
      (row) => row['item'] === changeItems.name,
    )
    if (rowsOfCompany(set, 'keyPerson', company.creditCode).length === 0) return []
    const told = changes.map((row) => `${text(row, 'before')}~${days(row)}`).toSorted()
    const wanted = (company.formerNames ?? []).map((name) => name.replace(/@.*~/, '~')).toSorted()
    return told.join() === wanted.join()
      ? []
      : [`${company.name}: changes of name ${told.join()}, former names ${wanted.join()}`]
  })

/** The legal representative holds an office, and took it on the day the register says so. */
const officers: Check = (set) =>
  set.companies.flatMap((company) => {
    const seniors = rowsOfCompany(set, 'keyPerson', company.creditCode)
    const first = seniors.find((row) => text(row, 'name') === company.legalRepresentative)
    if (seniors.length > 0 && first === undefined)
      return [`${company.name}: ${company.legalRepresentative} holds no office`]
    const changes = rowsOfCompany(set, 'changeRecord', company.creditCode).filter(
      (row) => row['item'] === changeItems.legalRep,
    )
    const last = changes.map(days).toSorted().at(-1)
    return last === undefined || first === undefined || text(first, 'appointedDate') === last
      ? []
      : [`${company.name}: in office since ${text(first, 'appointedDate')}, changed on ${last}`]
  })

/** The newest year of annual reports is what the company itself tells, and none is before its first. */
const insurance: Check = (set) =>
  set.companies.flatMap((company) => {
    const rows = rowsOfCompany(set, 'annualInsurance', company.creditCode)
    const last = rows.find((row) => row['year'] === company.insuredYear)
    const years = rows.map((row) => number(row, 'year') ?? 0)
    const isWrong =
      rows.length > 0 &&
      (last?.['insuredCount'] !== company.insuredCount ||
        Math.max(...years) !== company.insuredYear ||
        Math.min(...years) < Number(company.foundedOn.slice(0, 4)))
    return isWrong
      ? [`${company.name}: its annual reports do not lead to ${company.insuredCount} in ${company.insuredYear}`]
      : []
  })

export const registerChecks: readonly Check[] = [sums, mirrors, chains, formerNames, officers, insurance]
