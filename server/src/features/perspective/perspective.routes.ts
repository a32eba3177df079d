import { resultCode } from '@baiqicha/contract/result-codes'
import type { Handlers } from '../../platform/http/handler.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { CompareCompanies } from './comparison.service.ts'
import type { ReadPerspective } from './perspective.service.ts'

type PerspectiveDeps = { readPerspective: ReadPerspective; compareCompanies: CompareCompanies }

/** @throws Refusal when readers see no company of the request. */
function orNotFound<T>(found: T | null): T {
  if (found === null) throw new Refusal({ code: resultCode.notFound, message: '未找到该企业' })
  return found
}

export const perspectiveHandlers = ({
  readPerspective,
  compareCompanies,
}: PerspectiveDeps): Handlers<'companyPerspective' | 'companyComparison'> => ({
  companyPerspective: async ({ input, session }) =>
    orNotFound(await readPerspective({ ...input, withRecords: session !== null })),

  companyComparison: async ({ input }) => orNotFound(await compareCompanies(input.ids)),
})
