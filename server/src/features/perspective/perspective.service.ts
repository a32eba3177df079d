import type { CompanyComparison } from '@baiqicha/contract/company-comparison'
import type { BusinessInfo } from '@baiqicha/contract/company-detail'
import type {
  CompanyPerspective,
  Perspective,
  PerspectiveFact,
  PerspectiveRow,
} from '@baiqicha/contract/company-perspective'
import { comparedIds } from '@baiqicha/contract/compared-ids'
import type { ListedKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { RecordList } from '@baiqicha/contract/records/record'
import { type Clock, chinaDay } from '../../domain/clock.ts'
import type { RecordPageRequest } from '../../records/shown-record.ts'
import { type ComparisonInput, comparedFactRows, comparedRiskRows, comparedYears } from './comparison.rules.ts'
import type { FactListNarrowing, FactReader, PerspectiveDetail, PerspectiveInput } from './perspective-fact.rules.ts'
import { employeesFact, insuredFact, labourFact, riskFacts, wageFact } from './record-facts.rules.ts'
import {
  addressChange,
  ageFact,
  listEntryFact,
  managementFact,
  paidInFact,
  representativeChange,
  shareholderChange,
  shortNameChange,
} from './register-facts.rules.ts'

type PerspectiveInputDeps = {
  clock: Clock
  companies: {
    findDetail(id: string): Promise<PerspectiveDetail | null>
    findBusinessInfo(id: string): Promise<BusinessInfo | null>
  }
  /** A page of records as the list of the kind shows it; null for an unknown company. */
  listRecords: (request: RecordPageRequest) => Promise<RecordList | null>
}

/** Reads what the facts of a company are computed from. null: readers do not see the company. */
export function createPerspectiveInput({ clock, companies, listRecords }: PerspectiveInputDeps) {
  return async (id: string, withRecords: boolean): Promise<PerspectiveInput | null> => {
    const [detail, info] = await Promise.all([companies.findDetail(id), companies.findBusinessInfo(id)])
    if (detail === null || info === null) return null
    const list = async (key: ListedKindKey, narrowing: FactListNarrowing = {}) => {
      const { view = 'current', identity = null, facets = {}, pageSize = 1 } = narrowing
      const found = await listRecords({
        kind: recordKinds[key],
        companyId: id,
        view,
        identity,
        facets: new Map(Object.entries(facets)),
        page: 1,
        pageSize,
      })
      if (found === null) throw new Error(`Company ${id} was removed while its facts were read`)
      return found
    }
    return { detail, info, today: chinaDay(clock.now()), withRecords, list }
  }
}
type ReadPerspectiveInput = ReturnType<typeof createPerspectiveInput>

type PerspectiveRequest = { id: string; perspective: Perspective; withRecords: boolean }

const parts = ['state', 'chart', 'change']
const tones = ['red', 'amber', null, 'mute']

type PlacedRow = { part: string; row: PerspectiveRow }

/** By part of the page; in the first part current records lead and kinds without records follow. Ties keep their order. */
const inPageOrder = (a: PlacedRow, b: PlacedRow) =>
  parts.indexOf(a.part) - parts.indexOf(b.part) ||
  (a.part === 'state' ? tones.indexOf(a.row.tone) - tones.indexOf(b.row.tone) : 0)

/**
 * Computes a perspective of a company from its register entry and its lists of records, so that every figure is the one
 * that the list shows. It states no verdict and no score. null: readers do not see the company.
 */
export function createPerspectiveService(readInput: ReadPerspectiveInput) {
  return async ({ id, perspective, withRecords }: PerspectiveRequest): Promise<CompanyPerspective | null> => {
    const input = await readInput(id, withRecords)
    if (input === null) return null
    const entries = perspectiveTable.filter(({ in: of }) => of.includes(perspective))
    const answers = await Promise.all(entries.map(async (entry) => ({ entry, answer: await entry.read(input) })))
    const absent = (state: 'unconnected' | 'unrecorded') =>
      answers.flatMap(({ entry: { fact, label, absentLabel }, answer }) =>
        answer === state ? [{ fact, label: absentLabel ?? label }] : [],
      )
    return {
      id,
      perspective,
      rows: answers
        .flatMap(({ entry: { fact, label, part }, answer }): PlacedRow[] =>
          answer === null || typeof answer === 'string' ? [] : [{ part, row: { fact, label, ...answer } }],
        )
        .toSorted(inPageOrder)
        .map(({ row }) => row),
      unconnected: absent('unconnected'),
      unrecorded: absent('unrecorded'),
    }
  }
}
export type ReadPerspective = ReturnType<typeof createPerspectiveService>

/** Entries of lists that are read of a company: more are of older years. */
const ENTRIES = 20
/** Years of people whose sources are read. */
const YEARS = 5

/** Reads companies side by side, in the order of `ids`. null: readers see none of them. */
export function createComparisonService(readInput: ReadPerspectiveInput) {
  const read = async (id: string): Promise<ComparisonInput | null> => {
    const input = await readInput(id, false)
    if (input === null) return null
    const [listEntries, employees, insured] = await Promise.all([
      input.list('listEntry', { pageSize: ENTRIES }),
      input.list('annualEmployees', { pageSize: YEARS }),
      input.list('annualInsurance', { pageSize: YEARS }),
    ])
    return { ...input, listEntries, employees, insured }
  }
  return async (ids: string): Promise<CompanyComparison | null> => {
    const inputs = (await Promise.all(comparedIds(ids).map(read))).filter((input) => input !== null)
    if (inputs.length === 0) return null
    return {
      companies: inputs.map(({ detail: { id, name, briefName, logo, logoText, isDemo, listings } }) => ({
        id,
        name,
        briefName,
        logo,
        logoText,
        isDemo,
        code: listings[0]?.code ?? null,
      })),
      ...comparedFactRows(inputs),
      risks: comparedRiskRows(inputs),
      employees: comparedYears(inputs, 'employees'),
      insured: comparedYears(inputs, 'insured'),
    }
  }
}
export type CompareCompanies = ReturnType<typeof createComparisonService>

type FactEntry = {
  fact: PerspectiveFact
  /** At most five characters. */
  label: string
  /** Name among the facts that are not connected or not recorded; absent: the label. */
  absentLabel?: string
  in: readonly Perspective[]
  /** Part of the page. Within `state` current records come first. */
  part: 'state' | 'chart' | 'change'
  read: FactReader
}

const both: readonly Perspective[] = ['jobSeeker', 'counterparty']
const jobSeeker: readonly Perspective[] = ['jobSeeker']
const counterparty: readonly Perspective[] = ['counterparty']

/** The facts of both perspectives: fact → sentence → source, in the order of the page. */
const perspectiveTable: readonly FactEntry[] = [
  { fact: 'wageArrears', label: '工资', absentLabel: '拖欠工资名单', in: jobSeeker, part: 'state', read: wageFact },
  {
    fact: 'dishonestExecutor',
    label: '失信',
    absentLabel: '失信被执行人',
    in: both,
    part: 'state',
    read: riskFacts.dishonestExecutor,
  },
  {
    fact: 'consumptionRestriction',
    label: '限制消费',
    absentLabel: '限制高消费',
    in: both,
    part: 'state',
    read: riskFacts.consumptionRestriction,
  },
  {
    fact: 'executedPerson',
    label: '被执行',
    absentLabel: '被执行人',
    in: counterparty,
    part: 'state',
    read: riskFacts.executedPerson,
  },
  { fact: 'taxViolation', label: '税收违法', in: counterparty, part: 'state', read: riskFacts.taxViolation },
  { fact: 'seriousViolation', label: '严重违法', in: counterparty, part: 'state', read: riskFacts.seriousViolation },
  { fact: 'businessRisk', label: '经营异常', in: counterparty, part: 'state', read: riskFacts.businessRisk },
  { fact: 'punishment', label: '行政处罚', in: both, part: 'state', read: riskFacts.punishment },
  { fact: 'equityPledge', label: '股权出质', in: counterparty, part: 'state', read: riskFacts.equityPledge },
  { fact: 'age', label: '状态年限', absentLabel: '登记状态与成立日期', in: both, part: 'state', read: ageFact },
  { fact: 'paidInCapital', label: '实缴资本', in: counterparty, part: 'state', read: paidInFact },
  { fact: 'listEntry', label: '榜单', in: both, part: 'state', read: listEntryFact },
  { fact: 'management', label: '管理层', absentLabel: '法定代表人', in: both, part: 'state', read: managementFact },
  { fact: 'labourDispute', label: '劳动争议', in: jobSeeker, part: 'chart', read: labourFact },
  { fact: 'annualInsurance', label: '参保人数', in: jobSeeker, part: 'chart', read: insuredFact },
  { fact: 'annualEmployees', label: '员工人数', in: jobSeeker, part: 'chart', read: employeesFact },
  {
    fact: 'representativeChange',
    label: '法定代表人',
    absentLabel: '法定代表人变更',
    in: both,
    part: 'change',
    read: representativeChange,
  },
  { fact: 'shareholderChange', label: '股东变更', in: counterparty, part: 'change', read: shareholderChange },
  {
    fact: 'addressChange',
    label: '注册地址',
    absentLabel: '注册地址变更',
    in: both,
    part: 'change',
    read: addressChange,
  },
  { fact: 'shortNameChange', label: '简称变更', in: both, part: 'change', read: shortNameChange },
]
