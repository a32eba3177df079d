/** Legal forms at the end of the names of listed companies. */
const legalForm = /(股份有限公司|股份公司)$/
/** Trades that follow a bracketed place, as in 迪哲（江苏）医药股份有限公司. Others follow plain places too: 中盐内蒙古化工. */
const tradeAfterPlace = /(科技|医药)$/
const placeSuffix = /(省|市|特别行政区|壮族自治区|回族自治区|维吾尔自治区|自治区)$/
/** Shortest name in front of a bracket. Characters. */
const BRAND = 2

/**
 * Restores the brackets around a place that file names of annual reports drop: around 中国, the province or the city of
 * the company, where the place stands before the legal form or before a trade word, and not at the start of the name.
 * Returns any other name unchanged.
 */
export function restoreBrackets(name: string, province: string, city: string): string {
  const form = legalForm.exec(name)?.[0]
  if (form === undefined || /[（(]/.test(name)) return name
  const stem = name.slice(0, -form.length)
  const places = ['中国', province, city].map((text) => text.replace(placeSuffix, ''))
  for (const place of places) {
    const at = place === '' ? -1 : stem.indexOf(place, BRAND)
    // A city after its province is part of the region, as in 广东肇庆.
    if (at === -1 || places.includes(stem.slice(0, at))) continue
    const trade = stem.slice(at + place.length)
    if (trade === '' || tradeAfterPlace.test(trade)) return `${stem.slice(0, at)}（${place}）${trade}${form}`
  }
  return name
}
