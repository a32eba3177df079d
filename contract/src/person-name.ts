// Shared by the server, which masks persons, and the web, which links them. No schema: company pages load it.

/** Words that never occur in the name of a natural person, however short. */
const always =
  /公司|银行|法院|检察院|合作社|事务所|委员会|合伙|集团|个体工商户|分公司|办事处|代表处|营业部|经营部|门市部|服务部|信用社|基金会|派出所|居委会|村委会|企业|商行|中心/

/** Words that rarely occur in a given name: they count in names of at least four characters. */
const fromFour =
  /政府|机关|医院|学校|大学|学院|中学|小学|幼儿园|协会|学会|商会|工会|联合会|研究院|研究所|工厂|酒店|饭店|宾馆|餐厅|超市|商店|商场|药店|药房|诊所|工作室|俱乐部|农场|林场|街道|社区|支队|大队|总队|管理处|总局|分局|税务局|监狱|基金|信托|证券|保险|株式会社/

/**
 * Endings of organisations that also occur in given names (知行, 建社): they count in names of at least five characters.
 */
const endsFromFive = /[厂店行社院局所部会站场馆队处厅署园坊吧城铺库矿校庭署办组司室家](?:（.*）|\(.*\))?$/

const latin = /^[\p{Script=Latin}\d\s.,'’&()/-]+$/u
const latinForm =
  /\b(?:ltd|limited|inc|incorporated|llc|llp|lp|plc|corp|corporation|co|company|gmbh|ag|sa|srl|bv|nv|oy|ab|kk|pte|pty|bank|group|holdings?|partners|partnership|fund|trust|university|institute|association|foundation|court|ministry)\b/i

/**
 * Whether a name belongs to a natural person. Every name without a word of an organisation does: masking an
 * organisation by mistake is acceptable, showing a person is not.
 */
export function isPersonName(name: string): boolean {
  const written = name.normalize('NFKC').replace(/\s+/g, ' ').trim()
  if (latin.test(written)) return !latinForm.test(written)
  const length = written.replace(/[\s()·•.,、]/g, '').length
  if (always.test(written)) return false
  if (length >= 4 && fromFour.test(written)) return false
  // A middle dot separates the parts of a person's name, as in 阿依·买买提.
  if (/[·•・‧]/.test(name)) return true
  return !(length >= 5 && endsFromFive.test(written))
}
