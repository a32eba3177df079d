import { recordKinds } from '@baiqicha/contract/records/kinds'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { ordersOf } from '../../../test/importers/register-files.ts'
import {
  isVersionSupersededBy,
  mergeVersions,
  recordFromVersion,
  type SourceVersion,
  statementOf,
  withoutStatutoryTerm,
} from './source-version.ts'

const kind = recordKinds.punishment
const statement: fc.Arbitrary<SourceVersion> = fc.record({
  source: fc.constantFrom('demo-a', 'demo-b', 'demo-c'),
  asOf: fc.constantFrom(null, '2025', '2026-03', '2026-03-31', '2026-06'),
  url: fc.constant(null),
  status: fc.constantFrom('当前有效', '历史', '已撤销', '异议处理中'),
  displayUntil: fc.constantFrom(null, '2026-12-01'),
  removedOn: fc.constantFrom(null, '2026-02-01'),
  removedReason: fc.constant(null),
  about: fc.constantFrom(null, {
    name: '澜山演示贸易有限公司',
    creditCode: '91990001MA0TE5T16H',
    registrationNumber: null,
  }),
  fields: fc.record(
    { docNo: fc.constant('1'), reason: fc.string({ maxLength: 3 }), decisionDate: fc.constant('2025-12-01') },
    { requiredKeys: ['docNo'] },
  ),
})

it('merging statements of several sources does not depend on their order', () => {
  const several = fc.uniqueArray(statement, { minLength: 1, maxLength: 3, selector: ({ source }) => source })
  fc.assert(
    fc.property(several, (statements) => {
      const end = recordFromVersion(kind, mergeVersions(kind, statements)).row
      for (const order of ordersOf(statements))
        expect(recordFromVersion(kind, mergeVersions(kind, order)).row).toEqual(end)
    }),
    { numRuns: 300 },
  )
})

it('of one source the newest statement counts, and of one as-of a withdrawal', () => {
  fc.assert(
    fc.property(statement, statement, (a, other) => {
      const b = { ...other, source: a.source }
      const isTie = isVersionSupersededBy(a, b) && isVersionSupersededBy(b, a)
      expect(isTie).toBe(a.asOf === b.asOf && (a.status === '已撤销') === (b.status === '已撤销'))
    }),
    { numRuns: 300 },
  )
})

it('a stored record restores the statement that made it', () => {
  fc.assert(
    fc.property(statement, (stated) => {
      const { row } = recordFromVersion(kind, withoutStatutoryTerm(kind, stated))
      expect(recordFromVersion(kind, statementOf(kind, row)).row).toEqual(row)
    }),
    { numRuns: 300 },
  )
})
