/** The 56 ethnic groups, with alternative spellings of some. */
const ethnicGroups =
  '汉|蒙古|回|藏|维吾尔|苗|彝|壮|布依|朝鲜|满|侗|瑶|白|土家|哈尼|哈萨克|傣|黎|傈僳|佤|畲|高山|拉祜|水|东乡|纳西|景颇|柯尔克孜|土|达斡尔|仫佬|羌|布朗|撒拉|毛南|仡佬|锡伯|阿昌|普米|塔吉克|怒|乌孜别克|俄罗斯|鄂温克|德昂|保安|裕固|京|塔塔尔|独龙|鄂伦春|赫哲|门巴|珞巴|基诺'
const before = String.raw`(^|[，,、；;。：:（(\s])`
const after = String.raw`(?=[，,、；;。）)\s]|$)`
const date = String.raw`\d{2,4}\s?[年./-]\s?\d{1,2}\s?[月./-]?(?:\s?\d{1,2})?\s?日?`

const sex = new RegExp(`${before}(?:性别[:：\\s]*)?[男女]性?${after}`, 'g')
const ethnic = new RegExp(`${before}(?:民族[:：\\s]*)?(?:${ethnicGroups})族${after}`, 'g')
const born = new RegExp(`${before}(?:(?:出?生于|出生(?:日期|年月)?)[:：\\s]*${date}|${date}(?:出生|生))${after}`, 'g')

/** Continuation of an address after a comma: 演示路1号, 2单元301室. */
const further = String.raw`(?:[，,、\s][^，,、。；;\n）)]{0,30}?[\d一二三四五六七八九十]+(?:号|室|栋|幢|单元|组|层|楼|弄|巷|座)[^，,、。；;\n）)]{0,20})*`
const address = String.raw`[^，,。；;\n）)]*${further}`
/** Only persons have a residence; 住房, 住宅, 住所 and similar words are excluded. */
const home = new RegExp(
  String.raw`([，,、]?)\s*(?:(?:现|暂|原|均|家|户籍|经常|实际)*(?:住址|居住地址?|居住于|居住在)|户籍(?:所在)?地?(?:址)?|户口(?:所在)?地|(?<![居入保留常记拦卡顶站挡止停])(?:现|暂|原|均|家|同)?住(?![所房宅宿院建户店客持民地])(?=[:：\s]|[^，,。；;\n]{0,24}[省市区县州盟旗镇乡村路街巷弄号室道组屯]))` +
    `[:：\\s]*${address}`,
  'g',
)
/** Used of companies and persons alike. */
const seat = new RegExp(
  String.raw`([，,、]?)\s*(?:住所地?|住地|(?:联系|通讯|通信|送达|邮寄|家庭|身份证)?地址)(?:[为是在系]|位于)*[:：\s]*(?=[^，,。；;\n]{0,30}[省市区县州盟旗镇乡村路街巷弄号室])${address}`,
  'g',
)

const sentenceEnd = /[。；;\n]/
const organisation =
  /公司|企业|工厂|商店|商行|银行|中心|合作社|事务所|集团|委员会|政府|学校|大学|医院|协会|基金会|[营门市服务]部|酒店|饭店|超市|合伙|法院|检察院|局/g
const person = /[，,、（(][男女][，,、）)。]|出生|生于|[\u4e00-\u9fff]族[，,、。]|身份证|身份号码|自然人/g

const lastOf = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].at(-1)?.index ?? -1

/**
 * Whether the words before an address refer to an organisation: in the same sentence, else in the one before. A text
 * that begins with the address names no person either.
 */
function isOfOrganisation(text: string): boolean {
  if (!/[\u4e00-\u9fff]/.test(text)) return true
  const sentences = text.split(sentenceEnd)
  const own = sentences.at(-1) ?? ''
  const spoken = /[\u4e00-\u9fff]/.test(own) ? own : (sentences.at(-2) ?? '')
  const organisationAt = lastOf(organisation, spoken)
  return organisationAt >= 0 && organisationAt > lastOf(person, spoken)
}

const tidy = (text: string) =>
  text
    .replace(/[，,、]+(?=[，,、。；;）)]|$)/g, '')
    .replace(/(^|[（(。；;：:\n])[，,、]+/g, '$1')
    .replace(/（\s*）|\(\s*\)/g, '')

/** Removes home address, sex, birth and ethnic group of natural persons. */
export function withoutPersonDetails(text: string): string {
  const homeless = text
    .replace(seat, (whole, _comma: string, at: number) => (isOfOrganisation(text.slice(0, at)) ? whole : ''))
    .replace(home, '')
  const bare = homeless.replace(sex, '$1').replace(ethnic, '$1').replace(born, '$1')
  return bare === text ? text : tidy(bare).trim()
}
