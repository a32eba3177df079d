import { agreementTypes } from '@baiqicha/contract/agreements'
import type { Agreements } from '../../domain/account/agreements.ts'
import type { Handlers } from '../../platform/http/handler.ts'

/** Reads from memory, so that it works without the database. */
export function agreementHandlers({ agreementVersion, texts }: Agreements): Handlers<'agreementList' | 'agreement'> {
  const list = agreementTypes.map((type) => {
    const { preface: _preface, content: _content, ...summary } = texts[type]
    return summary
  })
  return {
    agreementList: async () => ({ agreementVersion, list }),
    agreement: async ({ input }) => texts[input.type],
  }
}
