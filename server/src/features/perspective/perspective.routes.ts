import { resultCode } from '@baiqicha/contract/result-codes'
import type { Handlers } from '../../platform/http/handler.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { ReadPerspective } from './perspective.service.ts'

export const perspectiveHandlers = (readPerspective: ReadPerspective): Handlers<'companyPerspective'> => ({
  async companyPerspective({ input, session }) {
    const found = await readPerspective({ ...input, withRecords: session !== null })
    if (found === null) throw new Refusal({ code: resultCode.notFound, message: '未找到该企业' })
    return found
  },
})
