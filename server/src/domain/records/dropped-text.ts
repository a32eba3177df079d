import { isCreditCode } from '../company/credit-code.ts'
import { hasManyDigits } from '../masking/digit-groups.ts'
import { isCardNumber, isIdentityNumber, LEFT_OUT, maskIdentityNumber, maskMobilesIn } from '../masking/masking.ts'

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
function withoutPersonDetails(text: string): string {
  const homeless = text
    .replace(seat, (whole, _comma: string, at: number) => (isOfOrganisation(text.slice(0, at)) ? whole : ''))
    .replace(home, '')
  const bare = homeless.replace(sex, '$1').replace(ethnic, '$1').replace(born, '$1')
  return bare === text ? text : tidy(bare).trim()
}

/** Most texts match none of this and need no further check. */
const mayHold =
  /\d{8}|\d{6}[\s*-]|[０-９]|\d[\s）)-]\d{4}|住|户籍|户口|地址|账号|账户|帐号|帐户|卡|存折|[男女]|生于|出生|族|电话|手机|联系方式|[\u4e00-\u9fff][A-Z][·•\s]?[A-Z\d]{5}/

const fullWidth = /[０-９Ｘｘ＊－＋]/g
const halved = (sign: string) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)

/** Matches 990001 1980 0101 123X, also with separators or with digits already masked. */
const separatedIdentityNumber =
  /\d{6}[\s-]?(?:1[89]|20)\d{2}[\s-]?(?:0[1-9]|1[0-2])[\s-]?(?:0[1-9]|[12]\d|3[01])[\s-]?\d{3}[\dXx]/g
const covered = /\d{6}[\d*]{8}[\dXx]{4}/g
const digits = /\d{14,}[\dXx]/g
const account = /((?:账号|帐号|账户|帐户|卡号|银行卡|存折)(?:号码?)?(?:为|是)?[:：\s]*)(?:[\d*][\d*\s-]{5,}[\d*])/g
const phone =
  /[，,、；;\s]?(?:法官|书记员|联系人?|办公|咨询|举报|监督|承办人)*(?:电话|手机|联系方式)(?:号码|号)?(?:为|是)?[:：\s]*[（(]?[+\d*][\d*\s()（）转-]{5,}[\d*]/g
const landline = /(?<!\d)[（(]?0\d{2,3}[）)]?[\s-]?\d{7,8}(?!\d)/g
const plate =
  /(?:[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼]|(?<=牌[号照]?(?:号码?)?(?:为|是)?[:：\s]*)[\u4e00-\u9fff])[A-HJ-NP-Z][·•\s]?(?=[A-Z]*\d)[A-HJ-NP-Z\d]{4,5}[A-HJ-NP-Z\d挂学警港澳]/g

/** A run of at least fifteen digits: an identity number, a card number, or another number. */
function coverDigits(run: string): string {
  if (isIdentityNumber(run)) return maskIdentityNumber(run)
  return isCardNumber(run) && !isCreditCode(run) ? LEFT_OUT : run
}

function maskSeparated(part: string): string {
  const number = part.replace(/[\s-]/g, '').toUpperCase()
  return isCreditCode(number) && !isIdentityNumber(number) ? part : maskIdentityNumber(number)
}

const withoutNumbers = (text: string): string =>
  maskMobilesIn(withoutAccounts(text)).replace(landline, LEFT_OUT).replace(plate, LEFT_OUT)

const withoutAccounts = (text: string): string =>
  text
    .replace(account, `$1${LEFT_OUT}`)
    .replace(separatedIdentityNumber, maskSeparated)
    .replace(covered, (part) => (part.includes('*') ? maskIdentityNumber(part) : part))
    .replace(digits, coverDigits)
    .replace(phone, '')

/**
 * Removes personal data of natural persons: identity numbers keep six and four digits, mobile numbers lose the middle;
 * accounts, plates, phones of courts, home address, sex, birth and ethnic group are removed. Addresses of companies
 * stay.
 */
export function withoutPersonalData(text: string): string {
  if (!mayHold.test(text) && !hasManyDigits(text)) return text
  return withoutPersonDetails(withoutNumbers(text.replace(fullWidth, halved)))
}
