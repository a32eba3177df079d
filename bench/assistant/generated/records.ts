import type { AssistantCase, Expected, StatedValue } from '../case.ts'
import type { CompanyRow, RecordRow } from '../store-rows.ts'
import { type Drawing, drawCases, filled, NOT_STATED, pickEntry } from './drawing.ts'

const labels: Readonly<Record<string, string>> = {
  dishonestExecutor: '失信被执行人',
  executedPerson: '被执行人',
  consumptionRestriction: '限制高消费',
  judicialDocument: '裁判文书',
  courtAnnouncement: '开庭公告',
  enterpriseCourtAnnouncement: '法院公告',
  punishment: '行政处罚',
  businessRisk: '经营异常',
  seriousViolation: '严重违法',
  equityPledge: '股权出质',
  taxViolation: '税收违法',
  shareholderInfo: '股东',
  keyPerson: '主要人员',
  overseasInvest: '对外投资',
  branch: '分支机构',
  changeRecord: '变更记录',
}
const riskKinds = [
  'dishonestExecutor',
  'executedPerson',
  'consumptionRestriction',
  'judicialDocument',
  'courtAnnouncement',
  'enterpriseCourtAnnouncement',
  'punishment',
  'businessRisk',
  'seriousViolation',
  'equityPledge',
  'taxViolation',
]
/** Kinds of the phrasings under the names of the product; the others are no kind of it. */
const kindOf: Readonly<Record<string, string>> = {
  administrativePenalty: 'punishment',
  businessException: 'businessRisk',
}
const viewWords = { current: '当前', disputed: '异议处理中', history: '历史' } as const
const units: Readonly<Record<string, string>> = {
  shareholderInfo: '名',
  keyPerson: '名',
  overseasInvest: '家',
  branch: '家',
}

/** Texts that one sentence has: the label of a kind, and the number of records of each view. */
function countsOf(kind: string, records: readonly RecordRow[]): string[] {
  const views = Object.entries(viewWords).flatMap(([view, word]) => {
    const count = records.filter((record) => record.view === view).length
    return count === 0 ? [] : [`${word}${count}${units[kind] ?? '条'}`]
  })
  return [labels[kind] ?? '', ...views]
}

const ofKind = (records: readonly RecordRow[], kind: string) => records.filter((record) => record.kind === kind)

/** What is said of a kind without records: of a company of the demonstration set its source is connected. */
const absence = ({ rows }: Drawing, company: CompanyRow, kind: string): StatedValue =>
  rows.isConnected(kind, company) ? ['未查询到'] : ['未接入']

function statesKind(drawing: Drawing, company: CompanyRow, kind: string): Expected {
  const records = ofKind(drawing.rows.recordsOf(company), kind)
  if (records.length === 0) {
    return { type: 'states', values: [absence(drawing, company, kind)], companyIds: [company.id] }
  }
  return { type: 'states', values: [], together: [countsOf(kind, records)], companyIds: [company.id] }
}

const pickCompany = ({ random, real, fictional }: Drawing) => random.pick(random.below(5) === 0 ? real : fictional)

export function riskOverviewCases(drawing: Drawing): AssistantCase[] {
  const { rows, random, phrasings, perKind } = drawing
  return drawCases('riskOverview', perKind, () => {
    const company = pickCompany(drawing)
    const records = rows.recordsOf(company)
    const withRecords = riskKinds.filter((kind) => ofKind(records, kind).length > 0)
    const without = riskKinds.find((kind) => ofKind(records, kind).length === 0)
    return {
      question: filled(random.pick(phrasings.riskOverview), { company: company.name }),
      expected: {
        type: 'states',
        values: without === undefined ? [] : [absence(drawing, company, without)],
        together: withRecords.map((kind) => countsOf(kind, ofKind(records, kind))),
        companyIds: [company.id],
      },
    }
  })
}

export function riskKindCases(drawing: Drawing): AssistantCase[] {
  const { random, phrasings, perKind } = drawing
  return drawCases('riskKind', perKind, () => {
    const [name, wordings] = pickEntry(random, phrasings.riskKind)
    const company = pickCompany(drawing)
    const kind = kindOf[name] ?? name
    const question = filled(random.pick(wordings), { company: company.name })
    // 动产抵押 and 欠税公告 are no kind of the product; 税收违法 is the nearest to the second.
    if (labels[kind] === undefined) {
      return { question, expected: { type: 'states', values: [[...NOT_STATED, '税收违法']], companyIds: [company.id] } }
    }
    return { question, expected: statesKind(drawing, company, kind) }
  })
}

const textOf = ({ content }: RecordRow, field: string) => {
  const value = content[field]
  return typeof value === 'string' ? value : ''
}
const nameOf = (record: RecordRow) => textOf(record, 'name')

export function shareholderCases(drawing: Drawing): AssistantCase[] {
  const { random, phrasings, perKind } = drawing
  return drawCases('shareholders', perKind, () => {
    const company = pickCompany(drawing)
    return {
      question: filled(random.pick(phrasings.shareholders), { company: company.name }),
      expected: withNames(drawing, company, 'shareholderInfo'),
    }
  })
}

/** The counts of a kind, and the names of current records as far as an answer lists them. */
function withNames(drawing: Drawing, company: CompanyRow, kind: string): Expected {
  const expected = statesKind(drawing, company, kind)
  const current = ofKind(drawing.rows.recordsOf(company), kind).filter(({ view }) => view === 'current')
  if (expected.type !== 'states' || current.length === 0 || current.length > 5) return expected
  return { ...expected, values: current.map((record) => [nameOf(record)]) }
}

const offices = { 董事长: '董事长', 总经理: '总经理', 董秘: '董事会秘书' } as const

export function peopleCases(drawing: Drawing): AssistantCase[] {
  const { rows, random, phrasings, real, fictional, perKind } = drawing
  return drawCases('people', perKind, () => {
    const company = random.pick(random.below(3) === 0 ? fictional : real)
    const wording = random.pick(phrasings.people)
    const question = filled(wording, { company: company.name })
    const office = Object.entries(offices).find(([word]) => wording.includes(word))?.[1]
    if (office === undefined) return { question, expected: withNames(drawing, company, 'keyPerson') }
    const holders = ofKind(rows.recordsOf(company), 'keyPerson').filter(
      ({ view, content }) =>
        view === 'current' && Array.isArray(content['positions']) && content['positions'].includes(office),
    )
    const values = holders.length === 0 ? [NOT_STATED] : holders.map((holder) => [nameOf(holder)])
    return { question, expected: { type: 'states', values, companyIds: [company.id] } }
  })
}

const listCases =
  (kind: 'investments' | 'branches', of: string) =>
  (drawing: Drawing): AssistantCase[] => {
    const { random, phrasings, perKind } = drawing
    return drawCases(kind, perKind, () => {
      const company = pickCompany(drawing)
      return {
        question: filled(random.pick(phrasings[kind]), { company: company.name }),
        expected: statesKind(drawing, company, of),
      }
    })
  }
export const investmentCases = listCases('investments', 'overseasInvest')
export const branchCases = listCases('branches', 'branch')

export function changeCases(drawing: Drawing): AssistantCase[] {
  const { rows, random, phrasings, real, fictional, perKind } = drawing
  return drawCases('changes', perKind, () => {
    const company = random.pick(random.below(2) === 0 ? fictional : real)
    const wording = random.pick(phrasings.changes)
    const all = ofKind(rows.recordsOf(company), 'changeRecord')
    const records = all.filter((record) => {
      const item = textOf(record, 'item')
      if (wording.includes('法人')) return item.includes('法定代表人')
      return wording.includes('证券简称') ? item.includes('证券简称') : true
    })
    const newest = records
      .map((record) => textOf(record, 'changeDate'))
      .toSorted()
      .at(-1)
    const expected: Expected =
      newest === undefined
        ? { type: 'states', values: [NOT_STATED], companyIds: [company.id] }
        : {
            type: 'states',
            values: [[newest], [`${records.length}条`, `${records.length}次`]],
            companyIds: [company.id],
          }
    return { question: filled(wording, { company: company.name }), expected }
  })
}
