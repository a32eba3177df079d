import type { Handlers } from '../../platform/http/handler.ts'
import { orNotFound } from '../../platform/http/refusal.ts'
import type { CompareCompanies, ReadPerspective } from './perspective.service.ts'

type PerspectiveDeps = { readPerspective: ReadPerspective; compareCompanies: CompareCompanies }

export const perspectiveHandlers = ({ readPerspective, compareCompanies }: PerspectiveDeps) =>
  ({
    companyPerspective: async ({ input, session }) =>
      orNotFound(await readPerspective({ ...input, withRecords: session !== null })),

    companyComparison: async ({ input }) => orNotFound(await compareCompanies(input.ids)),
  }) satisfies Partial<Handlers>
