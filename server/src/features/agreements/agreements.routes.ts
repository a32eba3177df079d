import type { Agreements } from '../../domain/account/agreements.ts'
import type { Handlers } from '../../platform/http/handler.ts'

/** Reads a copy in memory, so that it works without the database. */
export const agreementHandlers = (findAgreements: () => Promise<Agreements>) =>
  ({
    agreementList: async () => (await findAgreements()).list,
    agreement: async ({ input }) => (await findAgreements()).texts[input.type],
  }) satisfies Partial<Handlers>
