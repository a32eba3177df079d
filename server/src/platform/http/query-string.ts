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

function decode(text: string): string {
  if (!ascii.test(text)) throw badRequest('地址编码有误')
  try {
    return decodeURIComponent(text)
  } catch {
    throw badRequest('地址编码有误')
  }
}
