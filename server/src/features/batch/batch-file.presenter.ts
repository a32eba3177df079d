import type { BatchCompany } from '@baiqicha/contract/batch'
import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { isLimited } from '@baiqicha/contract/records/coverage-limits'
import { kindTable } from '@baiqicha/contract/records/kind-table'
import type { ExportRow } from '../../platform/personal-data/personal-data.ts'
import { riskRecordKinds } from '../../records/record-tallies.ts'
import type { StoredBatchRow } from './batch.repository.ts'

export type BatchOverview = Pick<CompanyDetail, 'sections' | 'risk'>

const sectionOfKind = ({ sections }: BatchOverview, kind: (typeof riskRecordKinds)[number]) =>
  sections.find(({ key }) => key === kind)

/** Whether sources leave nothing out of any kind of risk, so that no record means none of all. */
const isWholeRisk = (overview: BatchOverview) =>
  riskRecordKinds.every((kind) => {
    const section = sectionOfKind(overview, kind)
    return section?.connected === true && !isLimited(section.limits)
  })

/** What a row of a list shows of a company. */
export const batchCompanyFrom = (summary: CompanySummary, overview: BatchOverview | undefined): BatchCompany => ({
  id: summary.id,
  name: summary.name,
  creditCode: summary.creditCode,
  status: summary.status,
  region: summary.region,
  foundedOn: summary.foundedOn,
  stockCode: summary.listing?.code ?? null,
  isDemo: summary.isDemo,
  risk: overview?.risk == null ? null : { ...overview.risk, isWhole: isWholeRisk(overview) },
})

/** Source and date of the register facts of a company. */
export type RegisterOrigin = { name: string; asOf: string | null }

/** A row of a list with what the store says now. `chosen`: the person has chosen the company. */
export type BatchFileRow = Pick<StoredBatchRow, 'number' | 'input'> & {
  result: string
  why: string
  company: CompanySummary | null
  candidates: readonly CompanySummary[]
  overview: BatchOverview | undefined
  origin: RegisterOrigin | undefined
}

const capitalText = ({ registeredCapital: capital }: CompanySummary) =>
  capital === null ? null : `${capital.amount} ${capital.unit}`

const representativeText = ({ legalRepresentative, legalRepresentativeYear: year, leadingOfficer }: CompanySummary) => {
  if (legalRepresentative !== null) return year === null ? legalRepresentative : `${legalRepresentative}（${year}）`
  return leadingOfficer === null ? null : `${leadingOfficer.name}（${leadingOfficer.title}）`
}

/** Current records of each kind: a number, or why there is none. */
function countsOf(overview: BatchOverview | undefined): ExportRow {
  return Object.fromEntries(
    riskRecordKinds.map((kind) => {
      const section = overview === undefined ? undefined : sectionOfKind(overview, kind)
      const heading = `${kindTable[kind].title}（当前）`
      if (section === undefined) return [heading, null]
      if (section.counts === null) return [heading, '未接入']
      const { current } = section.counts
      const isPart = section.connected !== true || isLimited(section.limits)
      return [heading, current === 0 && isPart ? '已接入部分未查询到' : current]
    }),
  )
}

/** The columns of the file. `origin`: that of the site, for the links. */
export function batchFileColumns(row: BatchFileRow, origin: string): ExportRow {
  const { company, overview } = row
  return {
    序号: row.number,
    输入: row.input,
    结果: row.result,
    说明: row.why,
    候选企业: row.candidates.length === 0 ? null : row.candidates.map(({ name }) => name).join('、'),
    企业编号: company?.id ?? null,
    企业名称: company?.name ?? null,
    统一社会信用代码: company?.creditCode ?? null,
    登记状态: company?.status ?? null,
    法定代表人: company === null ? null : representativeText(company),
    注册资本: company === null ? null : capitalText(company),
    成立日期: company?.foundedOn ?? null,
    地区: company?.region ?? null,
    ...countsOf(overview),
    风险记录截至: overview?.risk?.asOf ?? null,
    登记信息来源: row.origin?.name ?? null,
    登记信息日期: row.origin?.asOf ?? null,
    链接: company === null ? null : `${origin}/company/detail?id=${encodeURIComponent(company.id)}`,
    数据性质: company === null ? null : company.isDemo ? '演示数据' : '公开来源整理',
  }
}
