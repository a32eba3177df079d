import type { BusinessInfo, CompanyDetail, Provenance, Section } from '@baiqicha/contract/company-detail'
import { companyFacts } from '@baiqicha/contract/company-facts'
import type { OwnershipTree } from '@baiqicha/contract/ownership'
import { uncoveredParts } from '@baiqicha/contract/records/coverage-limits'
import { kindTable, type ListedKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import {
  type RecordDetail,
  type RecordList,
  type RecordRow,
  type RecordView,
  recordViewLabels,
} from '@baiqicha/contract/records/record'
import { ownershipChart } from './ownership-chart.rules.ts'
import type { ReportBlock, ReportDocument, ReportEntry, ReportRow } from './report-document.ts'
import { amountText, fieldText, numberText, percentText } from './report-values.ts'

/** Levels of shareholders. */
export const TREE_DEPTH = 3
/** Rows of the ownership list. */
const MOST_HOLDERS = 100

export type ReportedList = {
  kind: ListedKindKey
  view: RecordView
  list: RecordList
  /** Results of objections, by record. */
  decisions: ReadonlyMap<string, RecordDetail['decisions']>
}

export type ReportContents = {
  detail: CompanyDetail
  /** null: not ordered. */
  info: BusinessInfo | null
  /** null: not ordered. */
  trees: { up: OwnershipTree; down: OwnershipTree } | null
  /** Sections that were ordered. */
  sections: readonly Section[]
  lists: readonly ReportedList[]
}

type Chapter = ReportDocument['chapters'][number]

const rowsBlock = (rows: ReportRow[]): ReportBlock => ({ type: 'rows', rows })
const textBlock = (text: string): ReportBlock => ({ type: 'text', text })
/** None without rows. */
const rowsChapter = (title: string, rows: ReportRow[]): Chapter[] =>
  rows.length === 0 ? [] : [{ title, blocks: [rowsBlock(rows)] }]

/** Parts that are known. */
const joined = (parts: readonly (string | null)[], between = ' · ') =>
  parts.filter((part) => part !== null).join(between)

const sourceText = ({ sourceName, sourceUrl, asOf }: Provenance) => joined([sourceName, asOf, sourceUrl])

const stated = (label: string, value: string | null | undefined): ReportRow[] =>
  value === null || value === undefined || value.trim() === '' ? [] : [{ label, value }]

const period = (from: string | null, to: string | null) =>
  from === null && to === null ? null : `${from ?? '-'} 至 ${to ?? '无固定期限'}`

/** A name of an old statement has its date. */
const dated = (one: { name: string; datedBy: string | null }) =>
  one.datedBy === null ? one.name : `${one.name}（${one.datedBy}）`

function registerRows(info: BusinessInfo): ReportRow[] {
  const { legalRepresentative: office, leadingOfficer, registeredCapital, paidInCapital, ended } = info
  return [
    ...stated('统一社会信用代码', info.creditCode),
    ...stated('企业名称', info.name),
    ...(office === null ? [] : stated(office.title, dated(office))),
    ...(leadingOfficer === null ? [] : stated(leadingOfficer.title, dated(leadingOfficer))),
    ...stated('登记状态', info.status),
    ...(info.statusRaw === info.status ? [] : stated('状态原文', info.statusRaw)),
    ...stated('成立日期', info.foundedOn),
    ...stated('注册资本', registeredCapital && amountText(registeredCapital)),
    ...stated('实缴资本', paidInCapital && amountText(paidInCapital)),
    ...stated('组织机构代码', info.organisationCode),
    ...stated('工商注册号', info.registrationNumber),
    ...stated('纳税人识别号', info.taxNumber),
    ...stated('企业类型', info.businessType),
    ...stated('营业期限', period(info.termFrom, info.termTo)),
    ...stated('纳税人资质', info.taxpayerType),
    ...stated('人员规模', info.staffSize),
    ...stated(
      '参保人数',
      info.insuredCount === null
        ? null
        : `${numberText(info.insuredCount)} 人${info.insuredYear === null ? '' : `（${info.insuredYear} 年报）`}`,
    ),
    ...stated('核准日期', info.approvedOn),
    ...stated('所属地区', info.region),
    ...info.rareFacts.flatMap(({ fact, value }) => stated(companyFacts[fact].label, value)),
    ...stated('登记机关', info.authority),
    ...stated('进出口企业代码', info.customsCode),
    ...stated('国标行业', info.industry && joined([info.industry, info.industryCode], ' ')),
    ...stated('英文名', info.nameEnglish),
    ...info.formerNames.flatMap(({ name, changedOn, sourceName }) =>
      stated('曾用名', joined([name, changedOn && `至 ${changedOn}`, sourceName])),
    ),
    ...stated('注册地址', info.address),
    ...stated('通信地址', info.mailAddress),
    ...stated('经营范围', info.scope),
    ...stated('注销/吊销', ended && joined([ended.date, ended.reason, ended.office])),
    ...info.listings.flatMap((one) =>
      stated(
        '上市信息',
        joined([
          one.exchange,
          one.board,
          one.shortName,
          one.code,
          one.oldCode && `原代码 ${one.oldCode}`,
          one.state,
          one.listedOn && `${one.listedOn} 上市`,
          one.delistedOn && `${one.delistedOn} 退市`,
        ]),
      ),
    ),
    ...info.formerShortNames.flatMap(({ name, from, to }) =>
      stated('曾用简称', joined([name, from && `${from} 起`, to && `至 ${to}`])),
    ),
  ]
}

const contactRows = ({ phones, email, website, jobSeeker }: CompanyDetail): ReportRow[] => [
  ...phones.flatMap((phone) => stated('电话', phone)),
  ...stated('邮箱', email),
  ...stated('网址', website),
  ...jobSeeker.insured.flatMap(({ year, count }) => stated(`参保人数 ${year}`, `${numberText(count)} 人`)),
  ...jobSeeker.employees.flatMap(({ year, count }) => stated(`员工人数 ${year}`, `${numberText(count)} 人`)),
]

function countText({ key, counts, limits, asOf }: Section): string {
  if (counts === null) return '未接入'
  const views = [`当前 ${counts.current}`, `异议处理中 ${counts.disputed}`, `历史 ${counts.history}`]
  const parts = uncoveredParts(key, limits)
  return [
    views.join('，'),
    ...(parts.length === 0 ? [] : [`${parts.join('、')}未接入`]),
    ...(asOf === null ? [] : [`截至 ${asOf}`]),
  ].join('；')
}

function ownershipChapter(companyName: string, trees: { up: OwnershipTree; down: OwnershipTree }): Chapter {
  const tree = trees.up
  const names = new Map(tree.nodes.map(({ key, name }) => [key, name]))
  const depths: number[] = []
  const rows = tree.rows.map(({ node, parent, holding }, at): ReportRow => {
    const depth = parent === null ? 1 : (depths[parent] ?? 0) + 1
    depths[at] = depth
    const held = tree.holdings[holding]
    return {
      label: `第 ${depth} 层`,
      value: joined([
        names.get(node) ?? '',
        parent === null ? null : `持有 ${names.get(tree.rows[parent]?.node ?? '') ?? ''}`,
        held?.share == null ? '比例未公示' : percentText(held.share),
        held?.amount == null ? null : amountText(held.amount),
        held?.isDisputed ? '异议处理中' : null,
        held?.basis ?? null,
        ...(held?.sources.slice(0, 1).map(sourceText) ?? []),
      ]),
    }
  })
  const left = rows.length - MOST_HOLDERS
  const hidden = tree.hidden + tree.rows.reduce((sum, row) => sum + row.hidden, 0)
  const cut = Math.max(0, left) + hidden
  const missing = tree.connected ? '没有公示的股东' : '股东信息未接入'
  const chart = ownershipChart(companyName, trees, TREE_DEPTH)
  const parents = tree.parents.map(({ role, name: parent, source }) => ({
    label: role,
    value: `${parent} · ${sourceText(source)}`,
  }))
  const blocks: ReportBlock[] = [
    ...(chart === null ? [] : [chart]),
    ...(parents.length === 0 ? [] : [rowsBlock(parents)]),
    rows.length === 0 ? textBlock(missing) : rowsBlock(rows.slice(0, MOST_HOLDERS)),
  ]
  if (cut > 0) blocks.push(textBlock(`另有 ${cut} 个股东未列出，可在企业主页查看`))
  return { title: '股权结构', blocks }
}

function entryOf(row: RecordRow, kind: ListedKindKey, decisions: RecordDetail['decisions']): ReportEntry {
  const { fields, heading, published } = recordKinds[kind]
  // Most kinds have a field of their own for the date.
  const statesPublication = published.some((name) => row.fields[name] != null)
  const headingField = heading === null ? undefined : fields[heading]
  const title =
    (headingField === undefined ? null : fieldText(headingField, row.fields[heading ?? ''])) ?? kindTable[kind].title
  return {
    title: row.isDemo ? `${title}（演示数据）` : title,
    rows: [
      ...Object.entries(fields).flatMap(([name, field]) =>
        name === heading ? [] : stated(field.label, fieldText(field, row.fields[name])),
      ),
      ...stated('本企业身份', row.identity),
      ...stated('记录状态', row.recordStatus),
      ...(row.dispute === null ? [] : stated('异议', `${row.dispute.state}，${row.dispute.since.slice(0, 10)} 起`)),
      ...(statesPublication ? [] : stated('发布日期', row.publishedAt)),
      ...stated('移出日期', row.removedAt),
      ...stated('移出原因', row.removedReason),
      ...decisions.flatMap(({ result, note, statement, decidedAt }) => [
        ...stated('异议结果', joined([decidedAt.slice(0, 10), result, note])),
        ...stated('当事人声明', statement),
      ]),
      ...row.sources.map((source) => ({ label: '来源', value: sourceText(source) })),
    ],
  }
}

function recordChapters({ lists }: ReportContents): Chapter[] {
  return Array.from(
    Map.groupBy(lists, ({ kind }) => kind),
    ([kind, views]): Chapter => ({
      title: kindTable[kind].title,
      blocks: views.map(
        ({ view, list, decisions }): ReportBlock => ({
          type: 'list',
          title: `${kindTable[kind].title} · ${recordViewLabels[view]}`,
          total: list.total,
          entries: list.list.map((row) => entryOf(row, kind, decisions.get(row.id) ?? [])),
        }),
      ),
    }),
  )
}

function sourceRows({ detail, info, lists }: ReportContents): ReportRow[] {
  const sources = [
    ...Object.values(detail.provenance),
    ...Object.values(detail.factProvenance ?? {}),
    ...Object.values(info?.factProvenance ?? {}),
    ...lists.flatMap(({ list }) => list.feeds),
  ].filter((source) => source !== undefined)
  return [...new Set(sources.map(sourceText))].map((value) => ({ label: '来源', value }))
}

/** Chapters of a report: facts, counts and sources before the records, so that a limit of pages cuts records only. */
export function reportChapters(contents: ReportContents): Chapter[] {
  const { detail, info, trees, sections } = contents
  const unconnected = sections.filter(({ counts }) => counts === null).map(({ key }) => kindTable[key].title)
  const counts = sections.map((section) => ({ label: kindTable[section.key].title, value: countText(section) }))
  return [
    ...rowsChapter('工商信息', info === null ? [] : [...registerRows(info), ...contactRows(detail)]),
    ...rowsChapter('记录数量', counts),
    ...(unconnected.length === 0
      ? []
      : [{ title: '未接入', blocks: [textBlock(`${unconnected.join('、')}未接入，不代表没有记录`)] }]),
    { title: '来源与日期', blocks: [rowsBlock(sourceRows(contents))] },
    ...(trees === null ? [] : [ownershipChapter(detail.name, trees)]),
    ...recordChapters(contents),
  ]
}
