import { isCreditCode } from '../company/credit-code.ts'
import { isCardNumber } from '../masking/card-number.ts'
import { hasManyDigits } from '../masking/digit-groups.ts'
import { isIdentityNumber, maskIdentityNumber } from '../masking/identity-number.ts'
import { LEFT_OUT, maskMobilesIn } from '../masking/masking.ts'
import { withoutPersonDetails } from './dropped-person-details.ts'

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
