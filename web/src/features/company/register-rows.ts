import type { BusinessInfo } from '@baiqicha/contract/company-detail'
import { companyFacts, type RareFact } from '@baiqicha/contract/company-facts'
import { personPath } from '../../domain/company/company-addresses.ts'
import { formatAmount, formatDate, joinStated } from '../../lib/format.ts'

/** Row of the register table. */
export type RegisterRow = {
  label: string
  value: string
  /** The value is a registration status; `raw` is the source's wording when it differs. */
  status?: { name: string; raw: string | null }
  /** Several values, one per line; an aside never wraps. */
  lines?: { text: string; aside: string | null }[]
  /** Record of another site that the value leads to. */
  href?: string
  /** Text that the copy button copies; no button when absent. */
  copy?: string
  /** Name and page of the legal representative in the value. */
  representative?: { name: string; path: string }
  /** Long text that starts collapsed. */
  folds?: true
  /** Shares a line with the next row when both are short. */
  pairs?: true
}

const ABSENT = '-'
const text = (value: string | null) => (value === null || value.trim() === '' ? ABSENT : value)
const amount = (value: BusinessInfo['registeredCapital']) =>
  value === null ? ABSENT : formatAmount(value.value, value.unit)

function person({ legalRepresentative: office, leadingOfficer }: BusinessInfo) {
  if (office === null) return ABSENT
  const { name, datedBy } = office
  if (datedBy === null) return name
  return leadingOfficer === null ? `${name}（${datedBy}）` : `${datedBy.replace('年年报', '年报')}：${name}`
}

function term({ termFrom, termTo }: BusinessInfo) {
  if (termFrom === null && termTo === null) return ABSENT
  return `${formatDate(termFrom)} 至 ${termTo === null ? '无固定期限' : formatDate(termTo)}`
}

function insured({ insuredCount, insuredYear }: BusinessInfo) {
  if (insuredCount === null) return '未收录'
  return `${formatAmount(insuredCount, '人')}${insuredYear === null ? '' : `（${insuredYear} 年报）`}`
}

const industry = (info: BusinessInfo) =>
  info.industry === null ? '未收录' : joinStated([info.industry, info.industryCode], ' ')

function statusRow({ status, statusRaw }: BusinessInfo): RegisterRow {
  const row = { label: '登记状态', pairs: true } as const
  if (status === null) return { ...row, value: '未收录' }
  const raw = statusRaw === null || statusRaw === status ? null : statusRaw
  return { ...row, value: status, status: { name: status, raw } }
}

const copied = (label: string, value: string | null, rest: Partial<RegisterRow> = {}): RegisterRow =>
  value === null || value.trim() === '' ? { label, value: ABSENT } : { label, value, copy: value, ...rest }

/** Records of open data by the value of the fact. */
const openRecords: Partial<Record<RareFact, (value: string) => string>> = {
  lei: (value) => `https://search.gleif.org/#/record/${value}`,
  wikidataId: (value) => `https://www.wikidata.org/wiki/${value}`,
  logoFile: (value) => `https://commons.wikimedia.org/wiki/File:${value.replaceAll('%20', '_')}`,
}

function rareRow({ fact, value }: BusinessInfo['rareFacts'][number]): RegisterRow {
  const href = openRecords[fact]?.(encodeURIComponent(value))
  return { label: companyFacts[fact].label, value, ...(href !== undefined && { href }) }
}

const formerNames = ({ formerNames: names }: BusinessInfo): RegisterRow => ({
  label: '曾用名',
  value: names.length === 0 ? ABSENT : '',
  lines: names.map(({ name, changedOn, sourceName }) => {
    const until = changedOn?.length === 4 ? `${changedOn}年及以前` : changedOn && `至 ${formatDate(changedOn)}`
    return { text: name, aside: joinStated([until, sourceName]) || null }
  }),
})

function endedRow({ ended }: BusinessInfo): RegisterRow[] {
  if (ended === null) return []
  const lines = [`日期：${formatDate(ended.date)}`, `原因：${text(ended.reason)}`, `机关：${text(ended.office)}`]
  return [{ label: '注销/吊销信息', value: '', lines: lines.map((line) => ({ text: line, aside: null })) }]
}

/** A company that is known by the short name of its stock only. */
const isShortName = ({ name, listings }: BusinessInfo) => listings.some(({ shortName }) => shortName === name)

/** Rows of the register table in the usual order: 25, and one more for a company that has ended. */
export function listRegisterRows(info: BusinessInfo): RegisterRow[] {
  return [
    copied('统一社会信用代码', info.creditCode),
    isShortName(info) ? { label: '企业名称', value: '未收录' } : copied('企业名称', info.name),
    {
      label: info.legalRepresentative?.title ?? '法定代表人',
      value: person(info),
      ...(info.legalRepresentative !== null && {
        representative: {
          name: info.legalRepresentative.name,
          path: personPath(info.id, { role: 'legalRepresentative' }),
        },
      }),
    },
    statusRow(info),
    { label: '成立日期', value: formatDate(info.foundedOn) },
    { label: '注册资本', value: amount(info.registeredCapital), pairs: true },
    { label: '实缴资本', value: amount(info.paidInCapital) },
    { label: '组织机构代码', value: text(info.organisationCode) },
    { label: '工商注册号', value: text(info.registrationNumber) },
    { label: '纳税人识别号', value: text(info.taxNumber) },
    { label: '企业类型', value: text(info.businessType) },
    { label: '营业期限', value: term(info) },
    { label: '纳税人资质', value: text(info.taxpayerType), pairs: true },
    { label: '人员规模', value: text(info.staffSize) },
    { label: '参保人数', value: insured(info), pairs: true },
    { label: '核准日期', value: formatDate(info.approvedOn) },
    { label: '所属地区', value: text(info.region) },
    ...info.rareFacts.map(rareRow),
    { label: '登记机关', value: text(info.authority) },
    { label: '进出口企业代码', value: text(info.customsCode) },
    { label: '国标行业', value: industry(info) },
    { label: '英文名', value: text(info.nameEnglish) },
    formerNames(info),
    copied('注册地址', info.address),
    { label: '通信地址', value: text(info.mailAddress) },
    copied('经营范围', info.scope, { folds: true }),
    ...endedRow(info),
  ]
}

/** Whether no source states the value of a row. */
export const isAbsent = ({ value, lines = [] }: RegisterRow) =>
  lines.length === 0 && (value === ABSENT || value === '未收录')

/** Width available to a pair of values at a 375 px screen, in ems of 13 px. */
const PAIR_WIDTH = 8.8
/** Padding of a tag, in ems. */
const TAG_PADDING = 0.8

function width(row: RegisterRow) {
  let ems = row.status === undefined ? 0 : TAG_PADDING
  for (const character of row.value) ems += character.charCodeAt(0) < 0x80 ? 0.56 : 1
  return ems
}

/** Lines of the table: one row, or two short ones. */
export function pairShortRows(rows: readonly RegisterRow[]): RegisterRow[][] {
  const lines: RegisterRow[][] = []
  for (let at = 0; at < rows.length; at++) {
    const [row, next] = [rows[at], rows[at + 1]]
    if (row === undefined) break
    const fits = row.pairs && next !== undefined && !row.status?.raw && width(row) + width(next) <= PAIR_WIDTH
    if (fits) at += 1
    lines.push(fits ? [row, next] : [row])
  }
  return lines
}
