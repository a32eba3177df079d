import { envelopeSchema } from '@baiqicha/contract/envelope'
import { routeDocs } from '@baiqicha/contract/openapi/document'
import { API_BASE, exceptions, type RouteKey, routeKeys, routes } from '@baiqicha/contract/routes'
import { UNSUBSCRIBE_PATH } from '@baiqicha/contract/routes/alerts'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { partners } from '../../test/account/accounts.ts'
import { describeDatabases } from '../../test/databases/databases.ts'
import { call, openTestApp, testHmac } from '../../test/http/app.ts'
import { batchForm } from '../../test/http/batch.ts'
import type { RouteCase, RouteCases } from '../../test/http/route-case.ts'
import { prepareRouteCases } from '../../test/http/route-cases.ts'
import { unsubscribeToken } from '../features/alerts/alert-target.rules.ts'
import { type Admission, Overloaded } from '../platform/admission/admission.ts'
import { prepareFile } from '../platform/web/web-files.ts'
import { createAdmissions } from './admission-rules.ts'

async function callWithMalformedQuery(app: FastifyInstance, key: RouteKey) {
  const response = await app.inject({ method: 'GET', url: `${API_BASE}${routes[key].path}?a=%00` })
  return { status: response.statusCode, code: z.parse(envelopeSchema, response.json()).code }
}

describeDatabases('every route', (freshDatabase) => {
  let app: FastifyInstance
  let token: string
  let cases: RouteCases

  beforeAll(async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db, { partners })
    app = test.app
    ;({ token, cases } = await prepareRouteCases(db, test))
    return () => app.close()
  })

  async function expectAnswer<K extends RouteKey>(key: K, { input, signedIn, token: own, check }: RouteCase<K>) {
    const answer = await call(app, key, input, signedIn ? { token: own ?? token } : {})
    expect(answer).toMatchObject({ status: 200, code: 0 })
    check?.(answer)
  }

  async function expectRefusal<K extends RouteKey>(key: K, { refused: { input, status, code } }: RouteCase<K>) {
    const refusal = input === undefined ? await callWithMalformedQuery(app, key) : await call(app, key, input)
    expect(refusal).toMatchObject({ status, code })
  }

  // Some calls change the responses of later ones.
  describe('in the order of the route table', { shuffle: false }, () => {
    it.each(routeKeys)('%s succeeds and refuses', async (key) => {
      await expectAnswer(key, cases[key])
      await expectRefusal(key, cases[key])
    })
  })
})

/** Every route that answers without a slot, and why its work is bounded. */
const outside: Readonly<Record<string, string>> = {
  'GET /healthz': 'a constant',
  'GET /readyz': 'balancers ask under overload, too; all calls at once share one query',
  'GET /': 'bytes in memory, compressed once',
  'HEAD /': 'bytes in memory, compressed once',
  'GET /assets/index-abc123.js': 'bytes in memory, compressed once',
  'HEAD /assets/index-abc123.js': 'bytes in memory, compressed once',
}

/** Answered by a constant: a question, or that the link is no good. */
const unsubscribePage = `GET ${UNSUBSCRIBE_PATH}`

/** Methods that a path refuses by a constant, so that no page answers them. */
const notAllowed = ['GET /mcp', 'DELETE /mcp'] as const

const form = 'a-boundary'

/** A well-formed request of each route outside the table. */
const exceptionRequests: Readonly<Record<string, InjectOptions>> = {
  'GET /metrics': {},
  [`POST ${UNSUBSCRIBE_PATH}`]: { query: { token: unsubscribeToken(testHmac, `al-${'0'.repeat(24)}`) } },
  'POST /mcp': { headers: { authorization: 'Bearer bqc_key' }, payload: {} },
  [`GET ${API_BASE}${exceptions.openapi.path}`]: {},
  [`GET ${API_BASE}${exceptions.exportData.path}`]: {},
  [`GET ${API_BASE}${exceptions.exportLeads.path}`]: { query: { keyword: '演示' } },
  [`GET ${API_BASE}${exceptions.reportFile.path}`]: { query: { id: 'b-none' } },
  [`GET ${API_BASE}${exceptions.contentPicture.path}`]: {},
  [`POST ${API_BASE}${exceptions.ask.path}`]: { payload: { question: '问' } },
  [`POST ${API_BASE}${exceptions.createBatch.path}`]: batchForm('演示'),
  [`GET ${API_BASE}${exceptions.batchFile.path}`]: { query: { id: 'b-none', format: 'csv' } },
  [`POST ${API_BASE}${exceptions.uploadImage.path}`]: {
    headers: { 'content-type': `multipart/form-data; boundary=${form}` },
    payload: `--${form}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nx\r\n--${form}--\r\n`,
  },
}

/** A well-formed request of each route of the table: its example in the OpenAPI document. */
const tableRequests: Readonly<Record<string, InjectOptions>> = Object.fromEntries(
  routeKeys.map((key) => {
    const { method, path } = routes[key]
    const example = routeDocs[key].example ?? {}
    const query = Object.fromEntries(Object.entries(example).map(([name, value]) => [name, String(value)]))
    return [`${method} ${API_BASE}${path}`, method === 'GET' ? { query } : { payload: example }]
  }),
)

const requests: Readonly<Record<string, InjectOptions>> = { ...tableRequests, ...exceptionRequests }

/** Method and address of every route, from Fastify's own tree of them. */
function routesOf(app: FastifyInstance): string[] {
  const parts: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods] = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      parts.splice(indent.length / 4, Infinity, part)
      return methods?.split(', ').map((method) => `${method} ${parts.join('')}`) ?? []
    })
}

const refusing: Admission = {
  run: async () => {
    throw new Overloaded()
  },
  isFull: () => false,
  yieldTurn: () => {},
  state: () => ({ running: 0, waiting: 0 }),
}

describeDatabases('while no class admits a request', (freshDatabase) => {
  let app: FastifyInstance

  beforeAll(async () => {
    const classes = Object.keys(createAdmissions())
    const file = prepareFile(Buffer.from('<html></html>'), '.html')
    const test = await openTestApp((await freshDatabase()).db, {
      admission: Object.fromEntries(classes.map((name) => [name, refusing])),
      webFiles: new Map([
        ['/', file],
        ['/assets/index-abc123.js', file],
      ]),
    })
    app = test.app
    await app.ready()
    return () => app.close()
  })

  it('every route is known: admitted, or listed with the reason why not', () => {
    const known = [...Object.keys(requests), ...Object.keys(outside), ...notAllowed, unsubscribePage]
    expect(routesOf(app).toSorted()).toEqual(known.toSorted())
  })

  it.each(Object.keys(requests))('%s is refused with Retry-After', async (route) => {
    const [method, address = ''] = route.split(' ')
    const url = address.replace(':id', 'p-none')
    const response = await app.inject({ ...requests[route], method: method === 'POST' ? 'POST' : 'GET', url })
    expect({ status: response.statusCode, retryAfter: response.headers['retry-after'] }).toEqual({
      status: 503,
      retryAfter: '1',
    })
  })

  describe('outside the classes', () => {
    it.each(Object.entries(outside))('%s answers: %s', async (route) => {
      const [method, url = ''] = route.split(' ')
      expect((await app.inject({ method: method === 'HEAD' ? 'HEAD' : 'GET', url })).statusCode).toBe(200)
    })

    it('a link to unsubscribe that is no good is answered with a constant', async () => {
      expect((await app.inject({ method: 'GET', url: UNSUBSCRIBE_PATH })).statusCode).toBe(404)
    })

    it.each(notAllowed)('%s is refused with 405', async (route) => {
      const method = route === 'GET /mcp' ? 'GET' : 'DELETE'
      expect((await app.inject({ method, url: '/mcp' })).statusCode).toBe(405)
    })
  })
})
