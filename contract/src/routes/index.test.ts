import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { parseMobile } from '../account.ts'
import { openApiDocument, routeDocs } from '../openapi/document.ts'
import { resultCode } from '../result-codes.ts'
import { API_BASE, type Route, routeKeys, routes } from './index.ts'

const table = routeKeys.map((key): [string, Route] => [key, routes[key]])

/** The value with a key that no schema names in each of its objects. */
const withSecret = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withSecret)
  if (typeof value !== 'object' || value === null) return value
  return { ...Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withSecret(child)])), secret: 'x' }
}

describe('the route table', () => {
  it('names each method and path once', () => {
    const calls = table.map(([, route]) => `${route.method} ${route.path}`)
    expect(new Set(calls).size).toBe(calls.length)
  })

  it('keeps the paths of the specification to the letter', () => {
    const calls = table.map(([, route]) => `${route.method} ${API_BASE}${route.path}`)
    expect(calls).toEqual(
      expect.arrayContaining([
        'GET /api/h5/operation-config/index/config',
        'GET /api/h5/v1/index/recent/register/list',
        'GET /api/h5/v1/index/recent/register/detail',
        'GET /api/h5/v1/index/recent/browse/list',
        'GET /api/h5/v1/index/recent/browse/detail',
        'GET /api/h5/v1/user/getUserDetail',
        'GET /api/h5/v1/user/history/searchViewHistoryList',
        'POST /api/h5/v1/user/history/deleteViewHistory',
        'POST /api/h5/v1/user/history/deleteSearchHistory',
        'POST /api/h5/v1/user/history/deleteAllViewHistory',
        'POST /api/h5/v1/user/history/deleteAllSearchHistory',
        'POST /api/h5/v1/user/loginBySmsCode',
        'POST /api/h5/v1/common/sendSmsCodeNoLogin',
        'GET /api/h5/v1/captcha/generate',
        'POST /api/h5/v1/user/logout',
        'GET /api/h5/v1/config/getCareerIndustryList',
        'POST /api/h5/v1/form/saveIndustry',
        'POST /api/h5/v1/form/saveCareer',
        'POST /api/h5/v1/form/saveIndustryCareer',
        'GET /api/h5/v1/userAgreement/getAgreementTemplateList',
        'GET /api/h5/v1/userAgreement/queryUserAgreement',
        'POST /api/h5/v1/user/register',
        'POST /api/h5/v1/user/loginByPassword',
        'POST /api/h5/v1/user/deactivate',
        'POST /api/h5/v1/user/resetPassword',
      ]),
    )
  })

  it('has a valid example for each input that is required', () => {
    for (const key of routeKeys) {
      const parsed = z.safeParse(routes[key].input, routeDocs[key].example ?? {})
      expect.soft({ key, valid: parsed.success }).toEqual({ key, valid: true })
    }
  })

  it.each(['companySearch', 'companySuggest', 'companyDetail', 'businessInfo', 'userDetail', 'homeConfig'] as const)(
    'sends no key in an answer of %s that the schema does not name',
    (key) => {
      const { output }: Route = routes[key]
      const encoded = z.safeEncode(output, withSecret(routeDocs[key].answer))
      expect(JSON.stringify(encoded.success ? encoded.data : null)).not.toContain('secret')
    },
  )

  it('refuses paging beyond its bounds', () => {
    const { input }: Route = routes.recentRegisterDetail
    for (const bad of [
      { page: '0' },
      { page: '51' },
      { pageSize: '21' },
      { page: '1.5' },
      { page: 'x' },
      { page: '' },
    ]) {
      expect(z.safeParse(input, bad).success).toBe(false)
    }
    expect(z.parse(input, { page: '50' })).toEqual({ page: 50, pageSize: 20 })
  })

  it('uses each result code once', () => {
    const codes = Object.values(resultCode)
    expect(new Set(codes).size).toBe(codes.length)
  })
})

describe('the OpenAPI document', () => {
  const document = openApiDocument()
  const { paths } = z.parse(
    z.object({ paths: z.record(z.string(), z.record(z.string(), z.looseObject({}))) }),
    document,
  )

  it('describes every call of the table and no other', () => {
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.toSorted()).toEqual(table.map(([, { method, path }]) => `${method} ${path}`).toSorted())
  })

  it('shows a valid example of every answer', () => {
    for (const key of routeKeys) {
      const route: Route = routes[key]
      const wire = z.encode(route.output, routeDocs[key].answer)
      expect.soft({ key, valid: z.safeDecode(route.output, wire).success }).toEqual({ key, valid: true })
      expect(JSON.stringify(paths[route.path])).toContain(JSON.stringify(wire))
    }
  })

  it.each(['companySearch', 'companySuggest', 'riskSearch'] as const)(
    'describes a hit range of %s as a pair',
    (key) => {
      expect(JSON.stringify(paths[routes[key].path])).toMatch(
        /"hitRanges":\{"type":"array","items":\{[^{}]*"prefixItems":\[/,
      )
    },
  )

  it('is JSON and names its version', () => {
    expect(JSON.parse(JSON.stringify(document))).toMatchObject({ openapi: '3.1.0', servers: [{ url: API_BASE }] })
  })
})

describe('a mobile number', () => {
  const digits = `138${'0'.repeat(8)}`

  it.each([digits, ` ${digits} `, `+86 ${digits}`, `0086${digits}`, '138-0000-0000', '１３８００００００００'])(
    'is read from %j',
    (typed) => {
      expect(parseMobile(typed)).toBe(digits)
    },
  )

  it.each([
    // Characters that contacts, chat apps and web pages put around a number, all invisible.
    `\u202d${digits}\u202c`,
    `\u200b${digits}\u200b`,
    `\ufeff${digits}`,
    `138\u200b0000\u200b0000`,
    `138\u00a00000\u00a00000`,
    `138\u30000000\u30000000`,
    `\u2066+86 138\u00ad0000 0000\u2069`,
    `138\ufe0f0000\u034f0000`,
    `\ue000${digits}`,
    `(+86)${digits}`,
    `（+86）138 0000 0000`,
    `+86-138–0000—0000`,
    `138‑0000−0000`,
    `138.0000.0000`,
    `tel:+86${digits}`,
    `\u3164${digits}\u2800`,
    `\t${digits}\r\n`,
    `86 ${digits}`,
  ])('is read from the pasted %j', (typed) => {
    expect(parseMobile(typed)).toBe(digits)
  })

  it.each([`${digits}a`, `a${digits}`, `+1 ${digits}`, `${digits},${digits}`, `+${digits}`, `${digits}转8`])(
    'is not read from the pasted %j',
    (typed) => {
      expect(parseMobile(typed)).toBeNull()
    },
  )

  it.each(['', '138', `${digits}0`, `128${'0'.repeat(8)}`, '电话', `${digits}#`])('is not read from %j', (typed) => {
    expect(parseMobile(typed)).toBeNull()
  })
})
