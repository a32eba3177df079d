import { expect, test } from 'vitest'
import { buildCompanyDetail, buildRepresentative } from '../../../test/company-builders.ts'
import { summaryOfDetail } from './summary-of-detail.ts'

test.each([
  ['2021 年年报', '2021'],
  ['2024-05-14', '2024'],
  ['日期不详', '日期不详'],
  [null, null],
])('the row of a company saved offline shows the year of an office dated %s', (datedBy, year) => {
  const detail = buildCompanyDetail({ legalRepresentative: buildRepresentative({ name: '演示乙', datedBy }) })
  expect(summaryOfDetail(detail)).toMatchObject({ legalRepresentative: '演示乙', legalRepresentativeYear: year })
})

test('the row of a company saved offline shows the officer of a newer source', () => {
  const source = { sourceId: 'facts', sourceName: '基本资料', sourceUrl: null, asOf: '2024-05' }
  const detail = buildCompanyDetail({
    legalRepresentative: buildRepresentative({ datedBy: '2019 年年报' }),
    leadingOfficer: { name: '演示丙', title: '董事长', datedBy: '2024-05', source },
  })
  expect(summaryOfDetail(detail)).toMatchObject({
    legalRepresentative: null,
    legalRepresentativeYear: null,
    leadingOfficer: { name: '演示丙', title: '董事长', year: '2024' },
  })
})
