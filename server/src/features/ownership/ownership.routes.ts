import {
  companyGroupSchema,
  ownershipTreeSchema,
  relationSchema,
  ultimateHoldersSchema,
} from '@baiqicha/contract/ownership'
import * as z from 'zod/mini'
import type { Handlers } from '../../platform/http/handler.ts'
import { orNotFound } from '../../platform/http/refusal.ts'
import type { OwnershipService } from './ownership.service.ts'
import type { FindRelation } from './relation.service.ts'

/**
 * The answer, or a refusal when readers do not see the company. Numbers its persons, whose nodes are named by a key of the source: that key never leaves the server. The
 * answer is parsed again, so that it keeps its type.
 */
async function withoutSourceKeys<T>(schema: z.core.$ZodType<T>, found: Promise<T | null>): Promise<T> {
  const numbers = new Map<string, number>()
  const answer = orNotFound(await found)
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
}) =>
  ({
    relationPaths: ({ input, session }) => withoutSourceKeys(relationSchema, findRelation(session.userId, input)),
    ownershipTree: ({ input }) => withoutSourceKeys(ownershipTreeSchema, ownership.tree(input)),
    ultimateHolders: ({ input }) => withoutSourceKeys(ultimateHoldersSchema, ownership.ultimate(input.id)),
    companyGroup: ({ input }) => withoutSourceKeys(companyGroupSchema, ownership.group(input)),
  }) satisfies Partial<Handlers>
