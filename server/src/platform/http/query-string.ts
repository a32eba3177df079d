import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { isCleanText } from './json-body.ts'
import { badRequest } from './refusal.ts'

// A URL is ASCII. Browsers escape everything else.
const ascii = /^[\x21-\x7e]*$/

/**
 * Validates the query that Fastify parsed: Fastify's parser accepts broken escapes and collects repeated names in lists.
 * @throws Refusal for broken escapes, raw bytes, repeated names, and text that PostgreSQL cannot store.
 */
export function cleanQuery(url: string, query: unknown): unknown {
  const start = url.indexOf('?')
  if (start === -1) return query
  const text = decode(url.slice(start + 1))
  if (!isCleanText(text)) throw badRequest('含有不可用的字符')
  if (Object.values(query ?? {}).some(Array.isArray)) throw badRequest('参数重复')
  return query
}

/** The query of a request that is no call of the route table. `field`: what the refusal names. @throws Refusal */
export function readQuery<T>(schema: z.core.$ZodType<T>, request: FastifyRequest, field: string): T {
  const query = z.safeParse(schema, cleanQuery(request.raw.url ?? '', request.query))
  if (!query.success) throw badRequest(field)
  return query.data
}

function decode(text: string): string {
  if (!ascii.test(text)) throw badRequest('地址编码有误')
  try {
    return decodeURIComponent(text)
  } catch {
    throw badRequest('地址编码有误')
  }
}
