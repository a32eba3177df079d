import type { BatchResult } from '@baiqicha/contract/batch'

/**
 * A pasted line, and what a reader of the starter set with its demonstration companies expects for it: the result, and the company of a
 * unique match or the one that is among the candidates. Written before the rules; `isApart`: no rule was changed for such a row.
 */
export type PastedRow = { line: string; result: BatchResult; name?: string; isApart?: true }

const long = '演示'.repeat(700)

export const pastedRows: readonly PastedRow[] = [
  { line: '比亚迪股份有限公司', result: '唯一匹配', name: '比亚迪股份有限公司' },
  { line: '1. 贵州茅台酒股份有限公司', result: '唯一匹配', name: '贵州茅台酒股份有限公司' },
  {
    line: '2、宁德时代新能源科技股份有限公司；',
    result: '唯一匹配',
    name: '宁德时代新能源科技股份有限公司',
    isApart: true,
  },
  { line: '（3）平安银行股份有限公司', result: '唯一匹配', name: '平安银行股份有限公司' },
  { line: '4\t澜山演示贸易有限公司\t张三\t2024-01-02', result: '唯一匹配', name: '澜山演示贸易有限公司' },
  { line: '⑤ 禾岸演示科技有限公司', result: '唯一匹配', name: '禾岸演示科技有限公司', isApart: true },
  { line: '91990001MA0TE5T16H', result: '唯一匹配', name: '澜山演示贸易有限公司' },
  { line: '９１９９０００１ＭＡ０ＴＥ５Ｔ１６Ｈ', result: '唯一匹配', name: '澜山演示贸易有限公司' },
  { line: '9199 0001 MA0T E5T1 6H', result: '唯一匹配', name: '澜山演示贸易有限公司', isApart: true },
  { line: '91990001ma0te5t16h', result: '唯一匹配', name: '澜山演示贸易有限公司' },
  { line: '统一社会信用代码：91990001MA0TE5T16H', result: '唯一匹配', name: '澜山演示贸易有限公司' },
  {
    line: '澜山演示贸易有限公司（91990001MA0TE5T16H）',
    result: '唯一匹配',
    name: '澜山演示贸易有限公司',
    isApart: true,
  },
  { line: '990001763531102', result: '唯一匹配', name: '澜山演示贸易有限公司' },
  { line: '晨溪演示创业投资合伙企业(有限合伙）', result: '唯一匹配', name: '晨溪演示创业投资合伙企业（有限合伙）' },
  { line: '海岸演示咨询中心〔个人独资〕', result: '唯一匹配', name: '海岸演示咨询中心（个人独资）', isApart: true },
  { line: '青峰演示食品有限公司等', result: '唯一匹配', name: '青峰演示食品有限公司' },
  { line: '青峰演示食品有限公司等3家企业', result: '唯一匹配', name: '青峰演示食品有限公司' },
  { line: '“星河演示餐饮管理有限公司”', result: '唯一匹配', name: '星河演示餐饮管理有限公司', isApart: true },
  { line: '企业名称：松石演示食品有限公司', result: '唯一匹配', name: '松石演示食品有限公司' },
  { line: ' 海 桥 演 示 机 械 制 造 有 限 公 司 ', result: '唯一匹配', name: '海桥演示机械制造有限公司' },
  { line: '比亞迪股份有限公司', result: '唯一匹配', name: '比亚迪股份有限公司', isApart: true },
  { line: '山西东杰智能物流装备股份有限公司', result: '唯一匹配', name: '东杰智能科技集团股份有限公司' },
  { line: '同名演示商贸有限公司', result: '多个候选', name: '同名演示商贸有限公司' },
  { line: '宁德时代', result: '多个候选', name: '宁德时代新能源科技股份有限公司', isApart: true },
  { line: '宁得时代', result: '多个候选', name: '宁德时代新能源科技股份有限公司' },
  { line: '比亚迪', result: '多个候选', name: '比亚迪股份有限公司' },
  { line: '300750', result: '多个候选', name: '宁德时代新能源科技股份有限公司', isApart: true },
  { line: '贵州茅台酒股分有限公司', result: '多个候选', name: '贵州茅台酒股份有限公司' },
  { line: '溪亭演示食品有限公司', result: '未收录' },
  { line: '不存在的演示甲乙丙丁戊己庚辛有限公司', result: '未收录', isApart: true },
  { line: 'contact@demo-1.example', result: '无效' },
  { line: '13800138000', result: '无效' },
  { line: '0990-5550000', result: '无效', isApart: true },
  { line: '110101199003074258', result: '无效' },
  { line: '演示寅丑', result: '未收录' },
  { line: '（）', result: '无效', isApart: true },
  { line: long, result: '无效' },
  { line: '=HYPERLINK("http://demo.example","演示")', result: '无效' },
  { line: '91990001MA0TE5T16X', result: '无效', isApart: true },
  { line: '9.1990001E+17', result: '无效' },
]
