import { formatNumber } from '../../lib/format.ts'

/** Text below the last row of a list of companies. `totalCapped`: the server does not list all of them. */
export const companyListEnd = (shown: number, { totalCapped } = { totalCapped: false }): string =>
  totalCapped ? `仅显示前 ${formatNumber(shown)} 家，请补充关键词或筛选` : `已显示全部 ${formatNumber(shown)} 家`
