import { resultCode } from '@baiqicha/contract/result-codes'
import type { Handlers } from '../../platform/http/handler.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { OwnershipService } from './ownership.service.ts'
import type { FindRelation } from './relation.service.ts'

/** @throws Refusal when readers do not see the company of the request. */
async function orNotFound<T>(found: Promise<T | null>): Promise<T> {
  const answer = await found
  if (answer === null) throw new Refusal({ code: resultCode.notFound, message: '未找到该企业' })
  return answer
}

export const ownershipHandlers = ({
  ownership,
  findRelation,
}: {
  ownership: OwnershipService
  findRelation: FindRelation
}): Handlers<'ownershipTree' | 'ultimateHolders' | 'companyGroup' | 'relationPaths'> => ({
  relationPaths: ({ input, session }) => orNotFound(findRelation(session.userId, input)),
  ownershipTree: ({ input }) => orNotFound(ownership.tree(input)),
  ultimateHolders: ({ input }) => orNotFound(ownership.ultimate(input.id)),
  companyGroup: ({ input }) => orNotFound(ownership.group(input)),
})
