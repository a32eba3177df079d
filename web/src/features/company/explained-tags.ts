import { companyStatuses } from '@baiqicha/contract/company-status'
import { riskLabels } from '@baiqicha/contract/company-summary'

const plainStatuses: readonly string[] = ['存续', '其他']

/** The page needs the labels only: the texts load with the sheet that shows them. */
const explainedLabels: ReadonlySet<string> = new Set([
  ...companyStatuses.filter((status) => !plainStatuses.includes(status)),
  ...Object.values(riskLabels),
])

/** Whether a tag needs an explanation. */
export const isExplainedTag = (label: string) => explainedLabels.has(label)
