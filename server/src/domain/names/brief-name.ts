import { coreName, regionForms, withoutRegion } from './company-name.ts'
import { isTradeOnly, listedShortCore, tradeName } from './trade-name.ts'

/** Regions that a name may start with although the company is registered elsewhere. */
const wideRegions = (
  '中国 北京 天津 河北 山西 内蒙古 辽宁 吉林 黑龙江 上海 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 广西 海南 重庆 四川 贵州 ' +
  '云南 西藏 陕西 甘肃 青海 宁夏 新疆 香港 澳门 台湾'
).split(' ')

/** 常熟市, 浙江省, 宁夏回族自治区 at the start of a name, but not 新城市 or 永辉超市. */
const leadingRegion = /^\p{Script=Han}{2,6}?(?:(?<![城超上门])市|省|自治区)/u

/** Goods and services that identify a company only together with its region: 青岛啤酒, 深圳机场, 云南铜业. */
const genericWord =
  /^(?:啤酒|机场|机床|电机|重工|热电|煤电|空调|黄金|移动|电信|联通|电影|港务|海运|烟草|石油天然气|饮食|冶炼|焦化|水表|玻纤|高科|[铝铜锌锡铀钛矿煤]业)$/u

/** Bounded by the reference table of regions, a few thousand names. */
const formsByRegion = new Map<string | null, readonly string[]>()

function formsOf(regionName: string | null): readonly string[] {
  const known = formsByRegion.get(regionName)
  if (known !== undefined) return known
  const forms = [...(regionName === null ? [] : regionForms(regionName)), ...wideRegions]
  formsByRegion.set(regionName, forms)
  return forms
}

/** A core name without region; with its region, but without 省 and 市, when only a generic word would remain. */
function localName(core: string, regionName: string | null): string {
  const named = core.replace(leadingRegion, '')
  const local = withoutRegion(named.length < 2 ? core : named, formsOf(regionName))
  if (!isTradeOnly(local) && !genericWord.test(local)) return local
  return core.replace(leadingRegion, (region) => region.replace(/(?:市|省|自治区)$/u, ''))
}

/** Marks that an exchange puts before a short name on one day; the name behind them is cut: XD宁夏建 is 宁夏建材. */
export const dayMark = /^(?:XD|XR|DR)(?=\p{Script=Han})/u

/** Short name of a stock without spaces and in half width; null: none, or cut by the mark of a day. */
function wholeShortName(shortName: string | null): string | null {
  const plain = shortName?.normalize('NFKC').replace(/\s/g, '') ?? ''
  return plain === '' || dayMark.test(plain) ? null : plain
}

/** The name of a company without region and legal form; brackets in half width. */
const localNameOf = (name: string, regionName: string | null) =>
  localName(coreName(name.trim().replaceAll('（', '(').replaceAll('）', ')')), regionName)

/** What people call a company: the short name of its stock, else its name without region and legal form. */
export function companyBriefName(
  { name, shortName }: { name: string; shortName: string | null },
  regionName: string | null,
): string {
  const local = localNameOf(name, regionName).replaceAll('(', '（').replaceAll(')', '）')
  return wholeShortName(shortName) ?? (local === '' ? name : local)
}

/** Number of characters that a placeholder logo has room for. */
const LOGO_CHARACTERS = 4

const undrawable = /[^\p{L}\p{N}]/gu

/** Short name of a stock without the additions of the exchange, when it fits. It is what people call the company. */
function listedLogo(shortName: string): string | null {
  const core = listedShortCore(shortName.toLowerCase())
  return /^\p{Script=Han}{2,4}$/u.test(core) ? core : null
}

/** Letters and digits before a word that does not fit behind them: TCL of TCL科技. */
const latinBrand = /^[a-z\d]{2,3}(?=\p{Script=Han})/iu

/**
 * Characters of a placeholder logo: the short name of a stock, or up to four characters of the name, from the trade name
 * (字号) on, without region and legal form. A trade name of three characters stands alone, because one more character
 * would cut the next word.
 */
export function logoText({ name, shortName }: { name: string; shortName: string | null }, regionName: string | null) {
  const plain = wholeShortName(shortName)
  const listed = plain === null ? null : listedLogo(plain)
  if (listed !== null) return listed
  const local = localNameOf(name, regionName).replace(undrawable, '')
  const [latin] = latinBrand.exec(local) ?? []
  // A word of Han has two characters.
  if (latin !== undefined && latin.length + 2 > LOGO_CHARACTERS) return latin
  const brand = tradeName(local)
  const shown = brand.length === LOGO_CHARACTERS - 1 && /^\p{Script=Han}+$/u.test(brand) ? brand : local
  return Array.from(shown === '' ? name.trim() : shown)
    .slice(0, LOGO_CHARACTERS)
    .join('')
}
