import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { formatAmount } from '../../lib/format.ts'

/** Registered capital with its unit; null when no source states it. */
export const companyCapital = ({ registeredCapital }: Pick<CompanySummary, 'registeredCapital'>): string | null =>
  registeredCapital === null ? null : formatAmount(registeredCapital.amount, registeredCapital.unit)
