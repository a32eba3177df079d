import { randomInt } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { answerEventSchema } from '@baiqicha/contract/assistant'
import { API_BASE, exceptions, TOKEN_HEADER } from '@baiqicha/contract/routes'
import { createParser } from 'eventsource-parser'
import * as z from 'zod/mini'
import { raisedLimitsFile } from '../../e2e/lib/limits.ts'
import { TestServer } from '../../e2e/lib/server.ts'
import { claimGift, createSession } from '../../e2e/lib/session.ts'
import { seededRandom } from '../../server/test/builders/seeded-random.ts'
import { FOR_ONE_CLIENT, runLoad } from '../lib/load.ts'
import { processMemory } from '../lib/process-figures.ts'
import type { Report } from '../lib/report.ts'
import { drawMixedSearches, requestsFor } from '../lib/requests.ts'
import type { CompanyStore } from '../lib/stores.ts'
import { percentile } from '../lib/timing.ts'

/** Speed of 百言 over HTTP: a built server, users who read their streams, and searches beside them. */

/** A member may ask 20 questions an hour. */
const QUESTIONS_PER_USER = 20
const ANSWERS_ALONE = 200
/** Enough where every answer of ten seconds waits for the first. */
const USERS = 400
const RATE = 30
const SECONDS = 10
const STREAMS = 20
const ANSWERS_PER_STREAM = 10
const SEARCH_SECONDS = 5
const MEMORY_EVERY_MS = 20

/** `end`: how it ended, as in 完成 or HTTP 503; a choice of companies is complete, too. */
type Answer = { first: number; whole: number; isComplete: boolean; end: string }

/** Questions of all kinds about companies of the store. */
function drawQuestions({ sample: { everyone } }: CompanyStore, seed: number) {
  const random = seededRandom(seed)
  const company = () => random.pick(everyone).name
  const province = () => random.pick(['广东省', '浙江省', '北京市', '上海市', '江苏省', '四川省', '山东省', '湖北省'])
  const year = () => 1985 + random.below(20)
  const kinds = [
    () => `${company()}的注册资本是多少`,
    () => `${company()}的法定代表人和成立日期`,
    () => `${company()}有哪些风险`,
    () => `${company()}的主要人员有哪些`,
    () => `${company()}和${company()}谁成立得早`,
    () => `${province()}有多少家企业`,
    () => `${province()}${year()}年以后成立的企业有多少家`,
    () => `列出${province()}注册资本超过1亿的企业`,
    () => '被执行人是什么意思',
    () => `${company()}的营业收入是多少`,
  ]
  let at = 0
  return () => (kinds[at++ % kinds.length] ?? company)()
}

/** A number of the 154 block, which no operator has. A store that is kept remembers the questions of earlier runs. */
const drawMobile = () => `154${String(randomInt(100_000_000)).padStart(8, '0')}`

/** Users with unused questions, handed out in turn. */
async function openUsers(server: TestServer, count: number) {
  const tokens: string[] = []
  for (let at = 0; at < count; at += 1) {
    const token = await createSession(server, drawMobile())
    await claimGift(server, token)
    tokens.push(token)
  }
  return {
    take: () => {
      const token = tokens.pop()
      if (token === undefined) throw new Error('more answers run at once than users were opened')
      return token
    },
  }
}

async function ask({ baseUrl }: TestServer, token: string, question: string): Promise<Answer> {
  const startedAt = performance.now()
  let first = Number.NaN
  let isComplete = false
  let end = ''
  const response = await fetch(`${baseUrl}${API_BASE}${exceptions.ask.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [TOKEN_HEADER]: token },
    body: JSON.stringify({ question }),
  })
  const parser = createParser({
    onEvent: ({ data }) => {
      const event = z.parse(answerEventSchema, JSON.parse(data))
      if (event.type === 'segment' || event.type === 'choice') {
        if (Number.isNaN(first)) first = performance.now() - startedAt
      }
      // Of namesakes, which a million companies have, a question for the right one is the whole answer.
      if (event.type === 'choice' || (event.type === 'done' && event.status === '完成')) isComplete = true
      if (event.type === 'done') end = event.status
      if (event.type === 'failed') end = event.message
    },
  })
  const text = new TextDecoder()
  for await (const chunk of response.body ?? []) parser.feed(text.decode(chunk, { stream: true }))
  return { first, whole: performance.now() - startedAt, isComplete, end: end === '' ? `HTTP ${response.status}` : end }
}

const share = (answers: readonly Answer[], of: (answer: Answer) => number, part: number) =>
  percentile(answers.map(of), part)

type Measured = { server: TestServer; report: Report; label: string; nextQuestion: () => string }

function printTimes({ report, label }: Measured, what: string, answers: readonly Answer[]) {
  report.atMost(
    `${label}, ${what}: first sentence, p95`,
    share(answers, ({ first }) => first, 0.95),
    300,
    'ms',
  )
  report.atMost(
    `${label}, ${what}: whole answer, p95`,
    share(answers, ({ whole }) => whole, 0.95),
    1_000,
    'ms',
  )
  const incomplete = answers.filter(({ isComplete }) => !isComplete).length
  report.check(`${label}, ${what}: complete`, `${incomplete} of ${answers.length} not`, incomplete === 0)
  const ends = Map.groupBy(
    answers.filter(({ isComplete }) => !isComplete),
    ({ end }) => end,
  )
  for (const [end, own] of ends) report.figure(`${label}, ${what}: ${end}`, own.length, 'answers')
}

async function askAlone(measured: Measured, users: Awaited<ReturnType<typeof openUsers>>) {
  const answers: Answer[] = []
  for (let token = ''; answers.length < ANSWERS_ALONE; ) {
    if (answers.length % QUESTIONS_PER_USER === 0) token = users.take()
    answers.push(await ask(measured.server, token, measured.nextQuestion()))
  }
  printTimes(measured, 'one at a time', answers)
}

/** Questions at a constant rate, whether or not earlier ones are answered. A user asks one question at a time. */
async function askAtRate({ server, nextQuestion }: Measured, users: Awaited<ReturnType<typeof openUsers>>) {
  const free: { token: string; left: number }[] = []
  const running: Promise<Answer>[] = []
  const startedAt = performance.now()
  for (let at = 0; at < RATE * SECONDS; at += 1) {
    await wait(Math.max(0, startedAt + (at * 1_000) / RATE - performance.now()))
    const user = free.shift() ?? { token: users.take(), left: QUESTIONS_PER_USER }
    user.left -= 1
    running.push(
      ask(server, user.token, nextQuestion()).then((answer) => {
        if (user.left > 0) free.push(user)
        return answer
      }),
    )
  }
  const answers = await Promise.all(running)
  return { answers, perSecond: answers.length / ((performance.now() - startedAt) / 1_000) }
}

/** Largest resident memory while `act` runs, above that before it. */
async function memoryDuring(server: TestServer, act: () => Promise<unknown>): Promise<number> {
  const before = processMemory(server.pid, 'VmRSS')
  let largest = before
  const sampling = setInterval(() => {
    largest = Math.max(largest, processMemory(server.pid, 'VmRSS'))
  }, MEMORY_EVERY_MS)
  await act()
  clearInterval(sampling)
  return largest - before
}

/** Sends a question and reads nothing of its answer. */
async function askWithoutReading({ port }: TestServer, token: string, question: string): Promise<Socket> {
  const body = JSON.stringify({ question })
  const lines = [
    `POST ${API_BASE}${exceptions.ask.path} HTTP/1.1`,
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `${TOKEN_HEADER}: ${token}`,
  ]
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  socket.on('error', () => {})
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  return socket
}

/** More readers than answers run at once never read; another user is answered all the same. */
async function measureSlowReaders(measured: Measured, users: Awaited<ReturnType<typeof openUsers>>) {
  const { server, report, label, nextQuestion } = measured
  const sockets = await Promise.all(
    Array.from({ length: STREAMS + 5 }, () => askWithoutReading(server, users.take(), nextQuestion())),
  )
  const answer = await ask(server, users.take(), nextQuestion())
  report.check(
    `${label}: answered beside ${sockets.length} readers that never read`,
    `${answer.isComplete ? 'yes' : 'no'}, ${Math.round(answer.whole)} ms`,
    answer.isComplete,
  )
  for (const socket of sockets) socket.destroy()
}

/** Prints the figures of one store. */
export async function measureSpeed(report: Report, store: CompanyStore, label: string, seed: number): Promise<void> {
  const server = await TestServer.create({
    DATA_DIR: store.dataDir,
    LIMITS_FILE: raisedLimitsFile(FOR_ONE_CLIENT, []),
  })
  try {
    await server.start(500)
    const users = await openUsers(server, USERS)
    const measured = { server, report, label, nextQuestion: drawQuestions(store, seed) }
    await askAlone(measured, users)

    const requests = requestsFor('companySearch', drawMixedSearches(store.sample, seed), await createSession(server))
    const search = () => runLoad({ port: server.port, connections: 1, requests, seconds: SEARCH_SECONDS })
    await search()
    const quiet = await search()
    const [{ answers, perSecond }, busy] = await Promise.all([askAtRate(measured, users), search()])
    printTimes(measured, `${RATE} a second, beside searches`, answers)
    report.atLeast(`${label}: answers a second, sent ${RATE}`, perSecond, RATE * 0.95, '/s')
    report.figure(`${label}: search p99, quiet`, quiet.answered.p99, 'ms')
    report.atMost(`${label}: search p99 beside answers / quiet`, busy.answered.p99 / quiet.answered.p99, 2, '×')

    const streams = async () => {
      const readers = Array.from({ length: STREAMS }, async () => {
        const token = users.take()
        for (let at = 0; at < ANSWERS_PER_STREAM; at += 1) await ask(server, token, measured.nextQuestion())
      })
      await Promise.all(readers)
    }
    report.atMost(`${label}: memory of ${STREAMS} streams`, await memoryDuring(server, streams), 40, 'MiB')
    await measureSlowReaders(measured, users)
  } finally {
    await server.dispose()
  }
}
