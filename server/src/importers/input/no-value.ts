/** Words of exporters for a cell without a value, in lower case and without brackets. */
const words = new Set(
  [
    '无 暂无 暂无数据 暂无信息 暂未公开 暂未公示 未公开 未公示 未披露 未提供 未填报 未填写 未收录 未知 不详 空 空值 无数据 无信息',
    '未公布 未公告 未注明 暂缺 暂未收录 暂未公布 暂无记录 暂无相关信息 暂无相关数据 无记录 不适用',
    '企业选择不公示 该企业选择不公示 选择不公示 不公示 企业未公示 该企业未公示 nan null none nil undefined n/a #n/a #null! #value! #ref! #name? #div/0!',
  ].flatMap((line) => line.split(' ')),
)
const LONGEST = 12
const [HAN_FROM, HAN_TO] = [0x4e00, 0x9fff]
/** A cell of these alone has no value: -, ——, /, //, ***, \\N. */
const signsAlone = /^(?:[-\u2010-\u2015\u2500_~/\\*.·…。、,;:|\s]*|\\n)$/
const inBrackets = /^[([{<【《](.*)[)\]}>】》]$/

/** Whether the text of a cell says that there is no value. Called for every cell. */
export function isNoValue(cell: string): boolean {
  if (cell.length > LONGEST) return false
  if (cell === '' || cell === '-') return true
  const first = cell.charCodeAt(0)
  // Most short values begin with a digit or a Han character, and need no normalisation.
  if (first >= 0x30 && first <= 0x39) return false
  if (first >= HAN_FROM && first <= HAN_TO) return words.has(cell)
  const plain = cell.normalize('NFKC').toLowerCase().trim()
  const word = inBrackets.exec(plain)?.[1] ?? plain
  return words.has(word) || signsAlone.test(word)
}
