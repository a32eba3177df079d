import { expect, test } from 'vitest'
import { openApiFaults } from './check-open-api.mjs'

const hitRanges = (range: object) => ({
  openapi: '3.1.0',
  info: { title: 'ranges', version: '1' },
  paths: {
    '/search': {
      get: {
        responses: {
          200: { description: 'found', content: { 'application/json': { schema: { type: 'array', items: range } } } },
        },
      },
    },
  },
})

const schemaOfRanges = '#/paths/~1search/get/responses/200/content/application~1json/schema/items'

test('a list of schemas is prefixItems, not items', async () => {
  const pair = [{ type: 'integer' }, { type: 'integer' }]
  expect(await openApiFaults(hitRanges({ type: 'array', prefixItems: pair, items: false }))).toEqual([])
  expect(await openApiFaults(hitRanges({ type: 'array', items: pair }))).toContain(`${schemaOfRanges}/items`)
})

test('a type that JSON Schema does not know is a fault', async () => {
  expect(await openApiFaults(hitRanges({ type: 'pair' }))).toContain(`${schemaOfRanges}/type`)
})

test('a field that OpenAPI does not know is a fault', async () => {
  const document = hitRanges({ type: 'integer' })
  expect(await openApiFaults({ ...document, path: {} })).toContain('#/path')
})
