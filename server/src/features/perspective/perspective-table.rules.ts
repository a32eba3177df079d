import type { Perspective, PerspectiveFact } from '@baiqicha/contract/company-perspective'
import type { FactReader } from './perspective-fact.rules.ts'
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
export const perspectiveTable: readonly FactEntry[] = [
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
