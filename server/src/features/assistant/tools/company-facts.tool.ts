import type { BusinessInfo, CompanyDetail, Provenance } from '@baiqicha/contract/company-detail'
import { companyFacts, type Fact, isRareFact } from '@baiqicha/contract/company-facts'
import { exchangeNames } from '@baiqicha/contract/exchanges'
import type { Evidence, EvidenceField } from '../evidence/evidence.ts'
import { uniqueEvidence } from '../evidence/unique-evidence.ts'
import {
  dateField,
  evidenceOf,
  type Fields,
  fieldsOf,
  NOT_COLLECTED,
  numberField,
  OWN_SOURCE,
  textField,
  textsField,
} from './evidence-fields.ts'
import type { ToolDeps } from './tool-deps.ts'

/** Facts of an overview. */
const overviewFacts: readonly Fact[] = [
  'status',
  'legalRepresentative',
  'registeredCapital',
  'foundedOn',
  'businessType',
  'creditCode',
  'region',
  'industry',
  'address',
]

export type CompanyFacts = { info: BusinessInfo; detail: Omit<CompanyDetail, 'viewCount'> }

export async function readCompany(
  deps: Pick<ToolDeps, 'findBusinessInfo' | 'findDetail'>,
  id: string,
): Promise<CompanyFacts | null> {
  const [info, detail] = await Promise.all([deps.findBusinessInfo(id), deps.findDetail(id)])
  return info === null || detail === null ? null : { info, detail }
}

type Capital = NonNullable<BusinessInfo['registeredCapital']>
/** Sources name the currency in the unit; one that does not is in CNY. */
const capitalUnit = ({ unit, currency }: Capital) =>
  currency === 'CNY' || !unit.endsWith('万元') ? unit : `${unit}（${currency}）`

function fieldOf(fact: Fact, value: string | readonly string[] | Capital | null): EvidenceField[] {
  const { label, type } = companyFacts[fact]
  if (value === null || typeof value === 'string') return (type === 'date' ? dateField : textField)(label, value)
  return 'unit' in value ? numberField(label, value.value, capitalUnit(value)) : textsField(label, value)
}

/** Parts of a stated fact that no source states, by label: a listing without its date, no former name. */
function missingPartsOf(fact: Fact, { info }: CompanyFacts): string[] {
  if (fact === 'listings' && info.listings.length > 0)
    return [
      ...(info.listings.every(({ state, delistedOn }) => state === null && delistedOn === null) ? ['上市状态'] : []),
      ...(info.listings.every(({ listedOn }) => listedOn === null) ? ['上市日期'] : []),
    ]
  return fact === 'name' && info.formerNames.length === 0 ? ['曾用名'] : []
}

/** Whole years since a day; null: the source does not state the day. */
function yearsSince(date: string | null, today: string): number | null {
  if (date === null || date.length < today.length) return null
  return Number(today.slice(0, 4)) - Number(date.slice(0, 4)) - (today.slice(4) < date.slice(4) ? 1 : 0)
}

/** Fields of the facts that have several, or another unit or form than their value. */
const fieldsByFact = {
  creditCode: ({ info }, label) => ({
    creditCode: textField(label, info.creditCode),
    organisationCode: textField('组织机构代码', info.organisationCode),
  }),
  name: ({ info }, label) => ({
    name: textField(label, info.name),
    formerNames: textsField('曾用名', namesOf(info.formerNames)),
    ...numbered(info.formerNames, ({ changedOn }) => ({ changedOn: dateField('更名日期', changedOn) })),
    formerShortNames: textsField('曾用证券简称', datedNamesOf(info.formerShortNames)),
  }),
  foundedOn: ({ info }, label, today) => ({
    foundedOn: dateField(label, info.foundedOn),
    foundedYears: numberField('成立年限', yearsSince(info.foundedOn, today), '年'),
  }),
  status: ({ info: { status, statusRaw } }, label) => ({
    status: textField(label, status),
    // 吊销，已注销 is stored as 注销.
    statusRaw: textField('登记原文', statusRaw !== null && /[,，]/u.test(statusRaw) ? statusRaw : null),
  }),
  term: ({ info: { termFrom, termTo } }) => ({
    termFrom: dateField('营业期限自', termFrom),
    termTo:
      termTo === null && termFrom !== null ? textField('营业期限至', '无固定期限') : dateField('营业期限至', termTo),
  }),
  ended: ({ info: { status, ended } }) => ({
    endedOn: dateField(`${status ?? '注销/吊销'}日期`, ended?.date ?? null),
    endedReason: textField(`${status ?? '注销/吊销'}原因`, ended?.reason ?? null),
    endedOffice: textField(`${status ?? '注销/吊销'}机关`, ended?.office ?? null),
  }),
  legalRepresentative: ({ detail: { legalRepresentative: holder, leadingOfficer } }) =>
    holder === null
      ? {}
      : {
          legalRepresentative: textField(`${leadingOfficer === null ? '' : '此前记载的'}${holder.title}`, holder.name),
          legalRepresentativeDate: textField('记载于', holder.datedBy),
        },
  insuredCount: ({ info }, label) => ({
    insuredCount: numberField(label, info.insuredCount, '人'),
    insuredYear: info.insuredCount === null ? [] : numberField('参保年度', info.insuredYear, '年'),
  }),
  shortName: ({ info }, label) => ({
    shortName: textField(label, info.listings[0]?.shortName ?? null),
    formerShortNames: textsField('曾用证券简称', datedNamesOf(info.formerShortNames)),
  }),
  listings: ({ info }, _label, today) =>
    numbered(info.listings, ({ code, exchange, board, state, listedOn, delistedOn }) => ({
      code: textField('股票代码', code),
      exchange: textField('上市交易所', exchangeNames[exchange] ?? exchange),
      board: textField('上市板块', board),
      state: textField('上市状态', state),
      listedOn: dateField('上市日期', listedOn),
      listedYears: numberField('上市年限', delistedOn === null ? yearsSince(listedOn, today) : null, '年'),
      delistedOn: dateField('退市日期', delistedOn),
    })),
} satisfies Partial<Record<Fact, (company: CompanyFacts, label: string, today: string) => ReadFields>>
const hasOwnFields = (fact: Fact): fact is keyof typeof fieldsByFact => fact in fieldsByFact
type ReadFields = Readonly<Record<string, EvidenceField[]>>

const namesOf = (all: readonly { name: string }[]) => all.map(({ name }) => name)
/** *ST天化（2015-04-09 至 2016-03-15）. */
const datedNamesOf = (all: BusinessInfo['formerShortNames']) =>
  all.map(({ name, from, to }) => {
    // No source dates the end of a name that others have replaced.
    if (to === null) return name
    return `${name}（${from === null ? '' : `${from} `}至 ${to}）`
  })

/** Fields of several: code0, exchange0, code1 … */
const numbered = <One>(all: readonly One[], fieldsIn: (one: One) => ReadFields): ReadFields =>
  Object.fromEntries(
    all.flatMap((one, at) => Object.entries(fieldsIn(one)).map(([name, field]) => [`${name}${at}`, field])),
  )

/** Fields of one fact; empty: no source states it. */
function fieldsOfFact(fact: Fact, company: CompanyFacts, today: string): Fields {
  const { info, detail } = company
  if (hasOwnFields(fact)) return fieldsOf(fieldsByFact[fact](company, companyFacts[fact].label, today))
  const value = isRareFact(fact) ? info.rareFacts.find((one) => one.fact === fact)?.value : { ...detail, ...info }[fact]
  return fieldsOf({ [fact]: fieldOf(fact, value ?? null) })
}

/** Source and date of a fact: its own where they differ from those of its group. */
const provenanceOf = (fact: Fact, { info, detail }: CompanyFacts): Provenance | undefined =>
  info.factProvenance?.[fact] ??
  detail.factProvenance?.[fact] ??
  info.provenance[companyFacts[fact].group] ??
  detail.provenance[companyFacts[fact].group]

/** The province of a list stands for a region that no register states. */
const regionOrProvince = (fact: Fact, { info }: CompanyFacts): Fact =>
  fact === 'region' && info.region === null && info.rareFacts.some((rare) => rare.fact === 'listProvince')
    ? 'listProvince'
    : fact

/** Facts of a company, one evidence per source and date, and one that names what no source states. */
export function factsEvidence(company: CompanyFacts, wanted: readonly Fact[], today: string): Evidence[] {
  const { id, name, isDemo } = company.info
  const { leadingOfficer, updatedAt } = company.detail
  const facts = new Set((wanted.length === 0 ? overviewFacts : wanted).map((fact) => regionOrProvince(fact, company)))
  const stated: Evidence[] = []
  const missing: string[] = []
  const add = (
    of: string,
    source: Provenance | undefined,
    fields: Fields,
    own: { recordType: string; label: string },
  ) => {
    const { sourceId = '', sourceName = OWN_SOURCE, asOf: date = null } = source ?? {}
    const path = `/overview/businessInfo?id=${encodeURIComponent(id)}`
    const common = { citedType: 'facts' as const, company: { id, name, isDemo }, path, revision: updatedAt }
    stated.push(
      evidenceOf({ ...common, ...own, id: `facts:${id}:${of}:${sourceId}:${date ?? ''}`, sourceName, date, fields }),
    )
  }
  // An officer of a newer source precedes the old statement of the legal representative.
  if (facts.has('legalRepresentative') && leadingOfficer !== null) {
    const fields = fieldsOf({
      leadingOfficer: textField(leadingOfficer.title, leadingOfficer.name),
      leadingOfficerDate: textField('记载于', leadingOfficer.datedBy),
    })
    add('officer', leadingOfficer.source, fields, { recordType: 'people', label: '主要人员' })
  }
  for (const fact of facts) {
    const read = fieldsOfFact(fact, company, today)
    // Stated with the short name.
    const { formerShortNames: _stated, ...ofName } = read
    const fields = fact === 'name' && facts.has('shortName') ? ofName : read
    if (Object.keys(fields).length === 0) {
      missing.push(companyFacts[fact].label)
      continue
    }
    missing.push(...missingPartsOf(fact, company))
    const { group } = companyFacts[fact]
    add(group, provenanceOf(fact, company), fields, { recordType: group, label: '工商信息' })
  }
  const unstated = evidenceOf({
    id: `missing:${id}:${missing.join(',')}`,
    citedType: 'coverage',
    company: { id, name, isDemo },
    label: '收录范围',
    fields: fieldsOf({ missing: textsField(NOT_COLLECTED, missing) }),
  })
  return [...uniqueEvidence(stated), ...(missing.length === 0 ? [] : [unstated])]
}
