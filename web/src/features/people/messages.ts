import type { DebtorGroup, DebtorSearchAnswer } from '@baiqicha/contract/people'
import { formatNumber, joinStated } from '../../lib/format.ts'
import type { DebtorSearchInput } from './debtor-search.ts'

/** Fixed notice above persons (PRODUCT B14). */
export const NAMESAKE_NOTICE = '同名不代表同一人，请核对证件号、年龄和法院。'

/** Notice on the page of a person at a company, which shows neither certificate nor age. */
export const OFFICER_NAMESAKE_NOTICE = '同名不代表同一人，仅展示本企业公示的任职。'

/** Last characters of a number that the page repeats. */
const TAIL = 4

/** Filters of a search besides the name. Repeats only the end of the certificate number. */
export const searchSummary = ({ subjectType, certNo, province }: DebtorSearchInput): string =>
  joinStated([subjectType, province === '' ? '全部省份' : province, certNo !== '' && `证件尾号 ${certNo.slice(-TAIL)}`])

/** What a source states of a person besides the name: certificate, sex and age. */
export function identityText({ subjectType, certNoMasked, sex, age }: DebtorGroup): string {
  const label = subjectType === '企业' ? '代码' : '证件号'
  return joinStated([
    certNoMasked === null ? `${label}未公布` : `${label} ${certNoMasked}`,
    sex,
    age !== null && `${age} 岁`,
  ])
}

/** Counter word of results: a person is a group of records, which need not be all of that person. */
export const unitOf = ({ subjectType }: Pick<DebtorSearchInput, 'subjectType'>) =>
  subjectType === '企业' ? '家' : '组'

/** Text below the last row that can be loaded. */
export function endOfDebtorsText(shown: number, unit: string, { total, asOf }: DebtorSearchAnswer): string {
  if (shown < total) return `仅显示前 ${formatNumber(shown)} ${unit}，请补充条件`
  return asOf === null ? '已显示全部' : `已显示全部 · 数据截至 ${asOf}`
}
