import type { BusinessInfo, CompanyDetail, Provenance } from '@baiqicha/contract/company-detail'
import { companyFacts, type Fact, isRareFact } from '@baiqicha/contract/company-facts'
import { exchangeNames } from '@baiqicha/contract/exchange-names'
import type { Evidence, EvidenceField } from '../evidence/evidence.ts'
import {
  dateField,
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

type Capital = BusinessInfo['registeredCapital']
/** Sources name the currency in the unit; one that does not is in CNY. */
const capitalUnit = ({ unit, currency }: NonNullable<Capital>) =>
  currency === 'CNY' || !unit.endsWith('万元') ? unit : `${unit}（${currency}）`
const capitalField = (label: string, capital: Capital) =>
  capital === null ? [] : numberField(label, capital.value, capitalUnit(capital))

const formerShortNames = (info: BusinessInfo) =>
  textsField(
    '曾用证券简称',
    info.formerShortNames.map(({ name }) => name),
  )

/** Parts of a stated fact that no source states, by label: a listing without its date, no former name. */
function missingPartsOf(fact: Fact, { info }: CompanyFacts): string[] {
  if (fact === 'listings' && info.listings.length > 0 && info.listings.every(({ listedOn }) => listedOn === null))
    return ['上市日期']
  return fact === 'name' && info.formerNames.length === 0 ? ['曾用名'] : []
}

/** Fields of one fact; empty: no source states it. */
function fieldsOfFact(fact: Fact, { info, detail }: CompanyFacts): Fields {
  const { label } = companyFacts[fact]
  const one = (field: readonly EvidenceField[]) => fieldsOf({ [fact]: field })
  if (isRareFact(fact)) return one(textField(label, info.rareFacts.find((rare) => rare.fact === fact)?.value ?? null))
  switch (fact) {
    case 'creditCode':
      return fieldsOf({
        creditCode: textField(label, info.creditCode),
        organisationCode: textField('组织机构代码', info.organisationCode),
      })
    case 'name':
      return fieldsOf({
        name: textField(label, info.name),
        formerNames: textsField(
          '曾用名',
          info.formerNames.map(({ name }) => name),
        ),
        ...Object.fromEntries(
          info.formerNames.map(({ changedOn }, at) => [`changedOn${at}`, dateField('更名日期', changedOn)]),
        ),
        formerShortNames: formerShortNames(info),
      })
    case 'term':
      return fieldsOf({
        termFrom: dateField('营业期限自', info.termFrom),
        termTo:
          info.termTo === null && info.termFrom !== null
            ? textField('营业期限至', '无固定期限')
            : dateField('营业期限至', info.termTo),
      })
    case 'ended':
      return fieldsOf({
        endedOn: dateField(`${info.status ?? '注销/吊销'}日期`, info.ended?.date ?? null),
        endedReason: textField(`${info.status ?? '注销/吊销'}原因`, info.ended?.reason ?? null),
        endedOffice: textField(`${info.status ?? '注销/吊销'}机关`, info.ended?.office ?? null),
      })
    case 'legalRepresentative': {
      const holder = detail.legalRepresentative
      if (holder === null) return {}
      return fieldsOf({
        legalRepresentative: textField(
          `${detail.leadingOfficer === null ? '' : '此前记载的'}${holder.title}`,
          holder.name,
        ),
        legalRepresentativeDate: textField('记载于', holder.datedBy),
      })
    }
    case 'registeredCapital':
      return one(capitalField(label, info.registeredCapital))
    case 'paidInCapital':
      return one(capitalField(label, info.paidInCapital))
    case 'phones':
      return one(textsField(label, detail.phones))
    case 'email':
      return one(textField(label, detail.email))
    case 'website':
      return one(textField(label, detail.website))
    case 'insuredCount':
      return fieldsOf({
        insuredCount: numberField(label, info.insuredCount, '人'),
        insuredYear: info.insuredCount === null ? [] : numberField('参保年度', info.insuredYear, '年'),
      })
    case 'shortName':
      return fieldsOf({
        shortName: textField(label, info.listings[0]?.shortName ?? null),
        formerShortNames: formerShortNames(info),
      })
    case 'jointStockType':
      return one(textField(label, detail.jointStockType))
    case 'listings':
      return fieldsOf(
        Object.fromEntries(
          info.listings.flatMap(({ code, exchange, board, state, listedOn, delistedOn }, at) => [
            [`code${at}`, textField('股票代码', code)],
            [`exchange${at}`, textField('上市交易所', exchangeNames[exchange] ?? exchange)],
            [`board${at}`, textField('上市板块', board)],
            [`state${at}`, textField('上市状态', state)],
            [`listedOn${at}`, dateField('上市日期', listedOn)],
            [`delistedOn${at}`, dateField('退市日期', delistedOn)],
          ]),
        ),
      )
    case 'foundedOn':
    case 'approvedOn':
      return one(dateField(label, info[fact]))
    default:
      return one(textField(label, info[fact]))
  }
}

/** Source and date of a fact: its own where they differ from those of its group. */
const provenanceOf = (fact: Fact, { info, detail }: CompanyFacts): Provenance | undefined =>
  info.factProvenance?.[fact] ??
  detail.factProvenance?.[fact] ??
  info.provenance[companyFacts[fact].group] ??
  detail.provenance[companyFacts[fact].group]

const companyOf = ({ info }: CompanyFacts) => ({ id: info.id, name: info.name, isDemo: info.isDemo })

/** The province of a list stands for a region that no register states. */
const regionOrProvince = (fact: Fact, { info }: CompanyFacts): Fact =>
  fact === 'region' && info.region === null && info.rareFacts.some((rare) => rare.fact === 'listProvince')
    ? 'listProvince'
    : fact

/** The officer whom a newer source names; precedes the old statement of the legal representative. */
function leadingOfficerEvidence(
  company: CompanyFacts,
  { name, title, datedBy, source }: NonNullable<CompanyDetail['leadingOfficer']>,
): Evidence {
  const { info, detail } = company
  return {
    id: `facts:${info.id}:officer:${source.sourceId}:${source.asOf ?? ''}`,
    citedType: 'facts',
    recordType: 'people',
    recordId: null,
    company: companyOf(company),
    label: '主要人员',
    view: null,
    sourceName: source.sourceName,
    date: source.asOf,
    path: `/overview/businessInfo?id=${encodeURIComponent(info.id)}`,
    revision: detail.updatedAt,
    fields: fieldsOf({ leadingOfficer: textField(title, name), leadingOfficerDate: textField('记载于', datedBy) }),
  }
}

/** Facts of a company, one evidence per source and date, and one that names what no source states. */
export function factsEvidence(company: CompanyFacts, wanted: readonly Fact[]): Evidence[] {
  const { info, detail } = company
  const facts = new Set((wanted.length === 0 ? overviewFacts : wanted).map((fact) => regionOrProvince(fact, company)))
  const bySource = new Map<string, Evidence>()
  const missing: string[] = []
  if (facts.has('legalRepresentative') && detail.leadingOfficer !== null) {
    const evidence = leadingOfficerEvidence(company, detail.leadingOfficer)
    bySource.set(evidence.id, evidence)
  }
  for (const fact of facts) {
    const fields = fieldsOfFact(fact, company)
    if (Object.keys(fields).length === 0) {
      missing.push(companyFacts[fact].label)
      continue
    }
    missing.push(...missingPartsOf(fact, company))
    const provenance = provenanceOf(fact, company)
    const { sourceId = '', sourceName = OWN_SOURCE, asOf = null } = provenance ?? {}
    const { group } = companyFacts[fact]
    const key = `${group} ${sourceId} ${asOf ?? ''}`
    const known = bySource.get(key)
    bySource.set(key, {
      id: `facts:${info.id}:${group}:${sourceId}:${asOf ?? ''}`,
      citedType: 'facts',
      recordType: group,
      recordId: null,
      company: companyOf(company),
      label: '工商信息',
      view: null,
      sourceName,
      date: asOf,
      path: `/overview/businessInfo?id=${encodeURIComponent(info.id)}`,
      revision: detail.updatedAt,
      fields: { ...known?.fields, ...fields },
    })
  }
  const evidence = [...bySource.values()]
  if (missing.length > 0) evidence.push(missingFacts(company, missing))
  return evidence
}

const missingFacts = (company: CompanyFacts, labels: readonly string[]): Evidence => ({
  id: `missing:${company.info.id}:${labels.join(',')}`,
  citedType: 'coverage',
  recordType: null,
  recordId: null,
  company: companyOf(company),
  label: '收录范围',
  view: null,
  fields: { missing: { label: NOT_COLLECTED, value: { type: 'texts', texts: labels } } },
  sourceName: OWN_SOURCE,
  date: null,
  path: null,
  revision: null,
})
