import { caseIdentityOf, isLabourDispute } from '@baiqicha/contract/records/case-words'
import { type RecordKindKey, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { recordStatuses } from '@baiqicha/contract/records/record'
import type { DemoSet } from '../generate.ts'
import { at, withoutRecords } from '../generator/cast.ts'
import { changeItems } from '../generator/register-steps.ts'
import { type Check, number, parties, text, toldRows, viewOf } from './rows.ts'

/** The stories that readers and tests look for are there, whatever the seed. */

const codeOf = ({ companies }: DemoSet, place: number) => companies[place]?.creditCode ?? ''

/** Current, disputed and history of one kind, of the company of a code. */
function countsOf({ records }: DemoSet, kind: RecordKindKey, code: string): string {
  const views = records
    .filter(({ row, isRemoval }) => !isRemoval && [row['certNo'], row['companyCreditCode']].includes(code))
    .filter((record) => record.kind === kind)
    .map(viewOf)
  const count = (view: string) => views.filter((one) => one === view).length
  return [count('current'), count('disputed'), count('history')].join('/')
}

/** Codes of the companies above one, level by level; a circle ends where it began. */
function levelsAbove(set: DemoSet, code: string, seen: readonly string[] = []): { levels: number; isCircle: boolean } {
  if (seen.includes(code)) return { levels: 0, isCircle: true }
  const owners = toldRows(set, 'shareholderInfo')
    .filter(
      (row) =>
        text(row, 'companyCreditCode') === code && text(row, 'creditCode') !== '' && text(row, 'basis') === '工商登记',
    )
    .map((row) => levelsAbove(set, text(row, 'creditCode'), [...seen, code]))
  return {
    levels: 1 + Math.max(0, ...owners.map(({ levels }) => levels)),
    isCircle: owners.some(({ isCircle }) => isCircle),
  }
}

const isDefendant = (set: DemoSet, kind: RecordKindKey, code: string) =>
  toldRows(set, kind).filter((row) =>
    parties(row).some(({ role, creditCode }) => caseIdentityOf(role) === '被告' && creditCode === code),
  )

const longest = (set: DemoSet) => Math.max(...set.records.map(({ row }) => JSON.stringify(row).length))

const promises: readonly (readonly [told: string, isKept: (set: DemoSet) => boolean])[] = [
  [
    'every kind has a record that stands',
    (set) =>
      recordKindKeys.every((kind) =>
        set.records.some((record) => record.kind === kind && viewOf(record) === 'current'),
      ),
  ],
  [
    'every state is told',
    (set) =>
      recordStatuses.every((status) =>
        set.records.some(({ row }) => (text(row, 'recordStatus') || '当前有效') === status),
      ),
  ],
  [
    'something is past its last day',
    (set) => set.records.some((record) => viewOf(record) === null && text(record.row, 'recordStatus') !== '已撤销'),
  ],
  ['something is taken back', (set) => set.records.some(({ isRemoval }) => isRemoval)],
  [
    'one listing stands, one is disputed, three are over',
    (set) => countsOf(set, 'dishonestExecutor', codeOf(set, at.lanshan)) === '1/1/3',
  ],
  [
    'three listings are over and none stands',
    (set) => countsOf(set, 'dishonestExecutor', codeOf(set, at.cleared)) === '0/0/3',
  ],
  [
    'a company is in court for its own money alone',
    (set) => {
      const code = codeOf(set, at.manufacturer)
      const claims = toldRows(set, 'judicialDocument').filter((row) =>
        parties(row).some((party) => party.role === '原告' && party.creditCode === code),
      )
      return (
        claims.length >= 4 &&
        isDefendant(set, 'judicialDocument', code).length === 0 &&
        countsOf(set, 'executedPerson', code) === '0/0/0'
      )
    },
  ],
  [
    'a pledge is cancelled and another stands',
    (set) => ['有效', '无效'].every((status) => toldRows(set, 'equityPledge').some((row) => row['status'] === status)),
  ],
  [
    'two sources tell one penalty',
    (set) =>
      [
        ...Map.groupBy(
          set.records.filter(({ kind, isRemoval }) => kind === 'punishment' && !isRemoval),
          ({ row }) => text(row, 'docNo'),
        ).values(),
      ].some((same) => new Set(same.map(({ sourceId }) => sourceId)).size === 2),
  ],
  [
    'a register has changed at least eighteen times, in seven ways',
    (set) => {
      const changes = toldRows(set, 'changeRecord').filter(
        (row) => row['companyCreditCode'] === codeOf(set, at.longHistory),
      )
      return (
        changes.length >= 18 &&
        new Set(changes.map((row) => row['item'])).size >= 7 &&
        changes.some((row) => text(row, 'after').includes('[新增]'))
      )
    },
  ],
  [
    'of two namesakes one is told by its code, and some records by the name alone',
    (set) => {
      const cases = toldRows(set, 'executedPerson').filter((row) => row['name'] === '同名演示商贸有限公司')
      return (
        cases.some((row) => row['certNo'] === codeOf(set, at.namesakeEast)) &&
        cases.some((row) => row['certNo'] === undefined)
      )
    },
  ],
  ['ownership goes five levels up', (set) => levelsAbove(set, codeOf(set, at.supplyChain)).levels >= 5],
  ['three companies hold each other', (set) => levelsAbove(set, codeOf(set, at.circleOne)).isCircle],
  [
    'the newest report of a listed company names other owners than the register',
    (set) =>
      new Set(
        toldRows(set, 'shareholderInfo')
          .filter((row) => row['companyCreditCode'] === codeOf(set, at.listed))
          .map((row) => row['basis']),
      ).size === 2,
  ],
  ['a share is not told', (set) => toldRows(set, 'shareholderInfo').some((row) => number(row, 'percent') === null)],
  ['something is held abroad', (set) => toldRows(set, 'overseasInvest').some((row) => row['territory'] === '境外')],
  [
    'an employer was sued over work four times',
    (set) =>
      isDefendant(set, 'judicialDocument', codeOf(set, at.employer)).filter((row) =>
        isLabourDispute({ cause: text(row, 'cause') }),
      ).length >= 4,
  ],
  [
    'somebody is restricted who is legal representative no more',
    (set) =>
      toldRows(set, 'consumptionRestriction').some(
        (row) =>
          row['companyCreditCode'] === codeOf(set, at.lanshan) &&
          !text(row, 'recordStatus').startsWith('已') &&
          row['restrictedPerson'] !== set.companies[at.lanshan]?.legalRepresentative,
      ),
  ],
  [
    'a year of annual reports is missing',
    (set) =>
      [...Map.groupBy(toldRows(set, 'annualInsurance'), (row) => text(row, 'companyCreditCode')).values()].some(
        (rows) => {
          const years = rows.map((row) => number(row, 'year') ?? 0)
          return Math.max(...years) - Math.min(...years) >= rows.length
        },
      ),
  ],
  ['a text is longer than ten thousand characters', (set) => longest(set) > 10_000],
  [
    'a register was wound up by decision',
    (set) => toldRows(set, 'changeRecord').some((row) => row['item'] === changeItems.liquidators),
  ],
  [
    'some companies have no record at all',
    (set) => {
      const all = JSON.stringify(set.records)
      return withoutRecords.length >= 3 && withoutRecords.every((place) => !all.includes(codeOf(set, place)))
    },
  ],
]

export const promiseChecks: readonly Check[] = [
  (set) => promises.filter(([, isKept]) => !isKept(set)).map(([told]) => `not so: ${told}`),
]
