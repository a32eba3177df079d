import { companyStatuses } from '@baiqicha/contract/company-status'
import { riskLabels } from '@baiqicha/contract/company-summary'
import { expect, it } from 'vitest'
import { isExplainedTag } from './company-header.tsx'
import { explainTags } from './explanation-sheet.tsx'

it('every tag that opens the explanations has one, and 存续, 其他 and types of company have none', () => {
  const labels = [...companyStatuses, ...Object.values(riskLabels), '有限责任公司']
  const plain = labels.filter((label) => !isExplainedTag(label))
  expect(plain).toEqual(['存续', '其他', '有限责任公司'])
  expect(explainTags(labels)).toHaveLength(labels.length - plain.length)
})
