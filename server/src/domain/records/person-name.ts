import { isPersonName } from '@baiqicha/contract/person-name'
import { type PartyType, partyTypes } from '@baiqicha/contract/records/fields'

export { isPersonName }

const institution =
  /(?:法院|检察院|政府|委员会|[局厅署]|派出所|大队|支队|总队|监狱|大学|学院|学校|中学|小学|幼儿园|医院|协会|学会|商会|工会|联合会|基金会|居委会|村委会|研究院|街道办事处|管理处)$/

/** Type of a party by its name: 1 企业, 2 个人, 3 机构. */
export function partyTypeOf(name: string): PartyType {
  if (isPersonName(name)) return partyTypes.person
  return institution.test(name.trim()) ? partyTypes.institution : partyTypes.company
}
