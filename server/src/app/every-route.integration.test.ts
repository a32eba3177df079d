import { envelopeSchema } from '@baiqicha/contract/envelope'
import { API_BASE, type RouteKey, routeKeys, routes } from '@baiqicha/contract/routes'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { partners } from '../../test/account/partners.ts'
import { describeDatabases } from '../../test/databases/databases.ts'
import { call, openTestApp } from '../../test/http/app.ts'
import type { RouteCase, RouteCases } from '../../test/http/route-case.ts'
import { prepareRouteCases } from '../../test/http/route-cases.ts'

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
