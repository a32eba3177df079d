import { keysOf } from './keys-of.ts'
/** The parts of a company that usually share one source and date. */
export const fieldGroups = ['identity', 'registration', 'people', 'capital', 'contact', 'listing'] as const
export type FieldGroup = (typeof fieldGroups)[number]

/**
 * Type of a fact. All types but `own` have one column and one field of an import row, named after the fact; `own` facts
 * define their columns in domain/company/fact-columns.ts and their fields in importers/company/parse of the server.
 */
type FactType = 'line' | 'prose' | 'date' | 'creditCode' | 'registrationNumber' | 'lei' | 'own'

/**
 * Every fact that a source states as a whole: the unit of merging and of provenance. The order is that of labels and of
 * stored origins, group by group.
 */
export const companyFacts = {
  creditCode: { group: 'identity', label: '信用代码', type: 'creditCode' },
  registrationNumber: { group: 'identity', label: '工商注册号', type: 'registrationNumber' },
  name: { group: 'identity', label: '企业名称', type: 'own' },
  nameEnglish: { group: 'identity', label: '英文名', type: 'line' },
  lei: { group: 'identity', label: 'LEI 编码', type: 'lei', isRare: true },
  wikidataId: { group: 'identity', label: '维基数据', type: 'line', isRare: true },
  logoFile: { group: 'identity', label: '企业标志', type: 'line', isRare: true },
  status: { group: 'registration', label: '登记状态', type: 'own' },
  businessType: { group: 'registration', label: '企业类型', type: 'line' },
  foundedOn: { group: 'registration', label: '成立日期', type: 'date' },
  approvedOn: { group: 'registration', label: '核准日期', type: 'date' },
  term: { group: 'registration', label: '营业期限', type: 'own' },
  authority: { group: 'registration', label: '登记机关', type: 'line' },
  region: { group: 'registration', label: '所属地区', type: 'own' },
  listProvince: { group: 'registration', label: '所在省份', type: 'line', isRare: true },
  investorAuthority: { group: 'registration', label: '出资人职责机构', type: 'line', isRare: true },
  parentCompany: { group: 'registration', label: '上级机构', type: 'line', isRare: true },
  ultimateParent: { group: 'registration', label: '最终上级机构', type: 'line', isRare: true },
  industry: { group: 'registration', label: '国标行业', type: 'own' },
  scope: { group: 'registration', label: '经营范围', type: 'prose' },
  taxpayerType: { group: 'registration', label: '纳税人资质', type: 'line' },
  customsCode: { group: 'registration', label: '进出口企业代码', type: 'line' },
  ended: { group: 'registration', label: '注销/吊销信息', type: 'own' },
  legalRepresentative: { group: 'people', label: '法定代表人', type: 'own' },
  registeredCapital: { group: 'capital', label: '注册资本', type: 'own' },
  paidInCapital: { group: 'capital', label: '实缴资本', type: 'own' },
  address: { group: 'contact', label: '注册地址', type: 'line' },
  mailAddress: { group: 'contact', label: '通信地址', type: 'line' },
  website: { group: 'contact', label: '网址', type: 'line' },
  email: { group: 'contact', label: '邮箱', type: 'line' },
  phones: { group: 'contact', label: '电话', type: 'own' },
  staffSize: { group: 'contact', label: '人员规模', type: 'own' },
  insuredCount: { group: 'contact', label: '参保人数', type: 'own' },
  shortName: { group: 'listing', label: '证券简称', type: 'line' },
  jointStockType: { group: 'listing', label: '股份类型', type: 'line' },
  listings: { group: 'listing', label: '上市信息', type: 'own' },
} as const satisfies Record<string, { group: FieldGroup; label: string; type: FactType; isRare?: true }>

export type Fact = keyof typeof companyFacts

export type OwnFact = { [Key in Fact]: (typeof companyFacts)[Key]['type'] extends 'own' ? Key : never }[Fact]
/** A fact with one column and one field of an import row. */
export type PlainFact = Exclude<Fact, OwnFact>

/** A plain fact that few sources state: 工商信息 has a row of its label for companies that have it. */
export type RareFact = { [Key in Fact]: (typeof companyFacts)[Key] extends { isRare: true } ? Key : never }[Fact]

export const facts = keysOf(companyFacts)

export const isPlainFact = (fact: Fact): fact is PlainFact => companyFacts[fact].type !== 'own'

export const isRareFact = (fact: Fact): fact is RareFact => 'isRare' in companyFacts[fact]
export const rareFacts: readonly RareFact[] = facts.filter(isRareFact)
