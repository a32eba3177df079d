import {
  type BusinessInfo,
  type Fact,
  type FieldGroup,
  factsByGroup,
  type Provenance,
} from '@baiqicha/contract/company-detail'

const groupNames: Record<FieldGroup, string> = {
  identity: '名称与代码',
  registration: '登记信息',
  people: '法定代表人',
  capital: '资本',
  contact: '地址与联系方式',
  listing: '上市信息',
}

const factNames: Record<Fact, string> = {
  creditCode: '信用代码',
  registrationNumber: '工商注册号',
  name: '企业名称',
  nameEnglish: '英文名',
  status: '登记状态',
  businessType: '企业类型',
  foundedOn: '成立日期',
  approvedOn: '核准日期',
  term: '营业期限',
  authority: '登记机关',
  region: '所属地区',
  industry: '国标行业',
  scope: '经营范围',
  taxpayerType: '纳税人资质',
  customsCode: '进出口企业代码',
  ended: '注销/吊销信息',
  legalRepresentative: '法定代表人',
  registeredCapital: '注册资本',
  paidInCapital: '实缴资本',
  address: '注册地址',
  mailAddress: '通信地址',
  website: '网址',
  email: '邮箱',
  phones: '电话',
  staffSize: '人员规模',
  insuredCount: '参保人数',
  shortName: '证券简称',
  jointStockType: '股份类型',
  listings: '上市信息',
}

export type FactSource = {
  /** Names of the fact groups, or of single facts whose source differs from their group. */
  subject: string
  name: string
  url: string | null
  asOf: string | null
}

/** Sources and dates of facts. Facts with equal source and date share an entry. */
export function listFactSources(
  { provenance, factProvenance = {} }: Pick<BusinessInfo, 'provenance' | 'factProvenance'>,
  groups: readonly FieldGroup[],
): FactSource[] {
  const lines = new Map<string, { subjects: string[]; source: Provenance }>()
  const add = (subject: string, source: Provenance | undefined) => {
    if (source === undefined) return
    const key = `${source.sourceId} ${source.asOf}`
    const line = lines.get(key) ?? { subjects: [], source }
    line.subjects.push(subject)
    lines.set(key, line)
  }
  for (const group of groups) add(groupNames[group], provenance[group])
  for (const group of groups) for (const fact of factsByGroup[group]) add(factNames[fact], factProvenance[fact])
  return [...lines.values()].map(({ subjects, source }) => ({
    subject: subjects.join('、'),
    name: source.sourceName,
    url: source.sourceUrl,
    asOf: source.asOf,
  }))
}
