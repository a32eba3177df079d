import type { MatchField } from '@baiqicha/contract/company-summary'

/** Labels of the fields that can match a keyword. */
export const matchLabels: Record<MatchField, string> = {
  name: '企业名称',
  formerName: '曾用名',
  shortName: '简称',
  formerShortName: '曾用简称',
  englishName: '英文名',
  alias: '别名',
  stockCode: '股票代码',
  creditCode: '信用代码',
  registrationNumber: '工商注册号',
  organisationCode: '组织机构代码',
  legalRepresentative: '法定代表人',
  member: '股东高管',
  scope: '经营范围',
  address: '地址',
  phone: '电话',
  pinyin: '拼音',
  initials: '拼音首字母',
  fuzzy: '相近名称',
}

/** Label to show beside the name; null when the name itself shows the hit. */
export function matchLabelBeside(name: string, reason: { field: MatchField; text: string }): string | null {
  return reason.text === name ? null : matchLabels[reason.field]
}
