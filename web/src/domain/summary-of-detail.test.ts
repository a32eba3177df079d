import { expect, test } from 'vitest'
import { buildCompanyDetail } from '../../test/company-builders.ts'
import { summaryOfDetail } from './summary-of-detail.ts'

test.each([
  ['2021 年年报', '2021'],
  ['2024-05-14', '2024'],
  ['日期不详', '日期不详'],
  [null, null],
])('the row of a company saved offline shows the year of an office dated %s', (datedBy, year) => {
  const detail = buildCompanyDetail({ legalRepresentative: { name: '演示乙', title: '法定代表人', datedBy } })
  expect(summaryOfDetail(detail)).toMatchObject({ legalRepresentative: '演示乙', legalRepresentativeYear: year })
})
