import { formatNumber } from '../lib/format.ts'

/** A total as it is told: exact, or the bound it is known to reach, as in 1000+. */
export const countWords = ({ total, totalCapped }: { total: number; totalCapped: boolean }) =>
  totalCapped ? `${total}+` : formatNumber(total)
