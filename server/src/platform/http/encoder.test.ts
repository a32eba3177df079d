import { routeDocs } from '@baiqicha/contract/openapi/docs'
import { type Route, type RouteKey, routeKeys, routes } from '@baiqicha/contract/routes'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createEncoder } from './encoder.ts'

const outputOf = (key: RouteKey): Route['output'] => routes[key].output

/** The answer as its reader gets it, or what zod finds wrong in it. */
function sentBy(encode: (value: unknown) => unknown, value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(encode(value)))
  } catch (error) {
    return error instanceof z.core.$ZodError ? { issues: error.issues } : String(error)
  }
}

/** Every place in a value: the keys and numbers that lead to it. */
function* placesIn(value: unknown, place: (string | number)[] = []): Generator<(string | number)[]> {
  yield place
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) yield* placesIn(child, [...place, key])
}

function replaced(value: unknown, place: readonly (string | number)[], replacement: unknown): unknown {
  const [key, ...rest] = place
  if (key === undefined) return replacement
  if (Array.isArray(value))
    return value.map((item, at) => (String(at) === String(key) ? replaced(item, rest, replacement) : item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([own, child]) => [own, own === key ? replaced(child, rest, replacement) : child]),
  )
}

describe('createEncoder', () => {
  it.each(routeKeys)('encodes the answer of %s as zod does', (key) => {
    const schema = outputOf(key)
    const encode = createEncoder(schema)
    const example: unknown = routeDocs[key].answer
    expect(sentBy(encode, example)).toEqual(sentBy((value) => z.encode(schema, value), example))
  })

  it('agrees with zod on answers that are wrong or odd in one place', () => {
    const oddities = fc.oneof(
      fc.constantFrom(undefined, null, Number.NaN, 1.5, 2 ** 60, '', '2026-02-30', [], {}, true),
      fc.string(),
      fc.integer(),
      fc.record({ id: fc.string(), unknown: fc.string() }),
    )
    const encoders = new Map(routeKeys.map((key) => [key, createEncoder(outputOf(key))]))
    fc.assert(
      fc.property(fc.constantFrom(...routeKeys), fc.nat(), oddities, (key, at, oddity) => {
        const places = [...placesIn(routeDocs[key].answer)]
        const odd = replaced(routeDocs[key].answer, places[at % places.length] ?? [], oddity)
        const encode = encoders.get(key)
        expect(sentBy((value) => encode?.(value), odd)).toEqual(sentBy((value) => z.encode(outputOf(key), value), odd))
      }),
      { numRuns: 2_000 },
    )
  })

  it('sends no key that the schema does not know', () => {
    const encode = createEncoder(z.object({ name: z.string(), inner: z.array(z.object({ id: z.string() })) }))
    expect(encode({ name: 'a', secret: 'b', inner: [{ id: 'c', secret: 'd' }] })).toEqual({
      name: 'a',
      inner: [{ id: 'c' }],
    })
  })

  it('leaves to zod what it does not know', () => {
    const schema = z.object({
      at: z.codec(z.string(), z.date(), { decode: (s) => new Date(s), encode: (d) => d.toISOString() }),
    })
    expect(createEncoder(schema)({ at: new Date(0) })).toEqual({ at: '1970-01-01T00:00:00.000Z' })
  })
})
