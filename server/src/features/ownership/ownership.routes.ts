import { companyGroupSchema, ownershipTreeSchema, ultimateHoldersSchema } from '@baiqicha/contract/ownership'
import { relationSchema } from '@baiqicha/contract/relation'
import { resultCode } from '@baiqicha/contract/result-codes'
import * as z from 'zod/mini'
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

/**
 * Numbers the persons of an answer, whose nodes are named by a key of the source: that key never leaves the server. The
 * answer is parsed again, so that it keeps its type.
 */
async function withoutSourceKeys<T>(schema: z.core.$ZodType<T>, found: Promise<T>): Promise<T> {
  const numbers = new Map<string, number>()
  const answer = await found
  const stated = JSON.stringify(answer)
  if (!stated.includes('"k:')) return answer
  const text = stated.replace(/"k:[0-9A-Za-z_-]+"/g, (key) => {
    const number = numbers.get(key) ?? numbers.size + 1
    numbers.set(key, number)
    return `"k:${number}"`
  })
  return z.parse(schema, JSON.parse(text))
}

export const ownershipHandlers = ({
  ownership,
  findRelation,
}: {
  ownership: OwnershipService
  findRelation: FindRelation
}): Handlers<'ownershipTree' | 'ultimateHolders' | 'companyGroup' | 'relationPaths'> => ({
  relationPaths: ({ input, session }) =>
    withoutSourceKeys(relationSchema, orNotFound(findRelation(session.userId, input))),
  ownershipTree: ({ input }) => withoutSourceKeys(ownershipTreeSchema, orNotFound(ownership.tree(input))),
  ultimateHolders: ({ input }) => withoutSourceKeys(ultimateHoldersSchema, orNotFound(ownership.ultimate(input.id))),
  companyGroup: ({ input }) => withoutSourceKeys(companyGroupSchema, orNotFound(ownership.group(input))),
})
