import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { parseJson } from '../json.ts'
import { badRequest } from './refusal.ts'

export const BODY_LIMIT = 64 * 1024
const DEPTH_LIMIT = 32

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a JSON object from a request body. @throws Refusal for other content, and for text that PostgreSQL cannot
 * store.
 */
export function parseJsonBody(bytes: Uint8Array): Record<string, unknown> {
  const text = decodeBody(bytes)
  // Checked before parsing: deep nesting overflows the stack of recursive readers.
  if (isTooDeep(text)) throw badRequest('内容嵌套过深')
  const value = parseJson(text)
  if (value === undefined) throw badRequest('内容须为 JSON')
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badRequest('内容须为 JSON 对象')
  requireCleanText(value)
  return Object.fromEntries(Object.entries(value))
}

function decodeBody(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw badRequest('内容须为 UTF-8')
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at += 1
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') {
      depth += 1
      if (depth > DEPTH_LIMIT) return true
    } else if (character === '}' || character === ']') depth -= 1
  }
  return false
}

/** Without NUL and lone surrogates: PostgreSQL rejects both, and no keyboard produces them. */
const isCleanText = (text: string) => text.isWellFormed() && !text.includes('\0')

function requireCleanText(value: unknown): void {
  if (typeof value === 'string') {
    if (!isCleanText(value)) throw badRequest('含有不可用的字符')
  } else if (Array.isArray(value)) {
    value.forEach(requireCleanText)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) {
      requireCleanText(key)
      requireCleanText(child)
    }
  }
}

// A URL is ASCII. Browsers escape everything else.
const ascii = /^[\x21-\x7e]*$/

/**
 * Validates the query that Fastify parsed: Fastify's parser accepts broken escapes and collects repeated names in lists.
 * @throws Refusal for broken escapes, raw bytes, repeated names, and text that PostgreSQL cannot store.
 */
export function cleanQuery(url: string, query: unknown): unknown {
  const start = url.indexOf('?')
  if (start === -1) return query
  const text = decodeQuery(url.slice(start + 1))
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

function decodeQuery(text: string): string {
  if (!ascii.test(text)) throw badRequest('地址编码有误')
  try {
    return decodeURIComponent(text)
  } catch {
    throw badRequest('地址编码有误')
  }
}
