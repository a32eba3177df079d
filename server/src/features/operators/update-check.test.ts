import { expect, it } from 'vitest'
import { createUpdateCheck } from './update-check.service.ts'

const DAY = 86_400_000
const address = 'https://updates.example.com/newest.json'

function open(answer: string, url: string | undefined = address, status = 200) {
  const clock = { time: 0, now: () => clock.time }
  const asked: string[] = []
  const check = createUpdateCheck({
    url,
    version: '1.0.0',
    clock,
    fetch: async (input) => {
      asked.push(input instanceof Request ? input.url : input.toString())
      return new Response(answer, { status })
    },
  })
  return { check, asked, clock }
}

it('asks nothing without an address', async () => {
  const asked: unknown[] = []
  const check = createUpdateCheck({
    url: undefined,
    version: '1.0.0',
    clock: { now: () => 0 },
    fetch: async (input) => {
      asked.push(input)
      return new Response('{}')
    },
  })
  expect([await check.find(), asked]).toEqual([{ type: 'unset' }, []])
})

it.each([
  ['{"version":"1.0.1"}', true],
  ['{"tag_name":"v2.0.0"}', true],
  ['{"version":"1.0.0"}', false],
  ['{"version":"0.9.9"}', false],
])('compares the version of %s with its own', async (answer, isNewer) => {
  expect(await open(answer).check.find()).toMatchObject({ type: 'found', isNewer })
})

it.each(['no JSON', '{}', '{"version":"<b>"}', '{"version":7}'])('says that %s is no answer', async (answer) => {
  expect(await open(answer).check.find()).toEqual({ type: 'failed' })
})

it('asks once a day', async () => {
  const { check, asked, clock } = open('{"version":"1.0.1"}')
  await check.find()
  await check.find()
  expect(asked).toEqual([address])
  clock.time += DAY
  await check.find()
  expect(asked).toEqual([address, address])
})
