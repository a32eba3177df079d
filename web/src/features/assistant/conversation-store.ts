import { type AnswerEvent, type AskBody, answerEventSchema } from '@baiqicha/contract/assistant'
import { ASK_PATH, assistantRoutes } from '@baiqicha/contract/routes/assistant'
import { createParser } from 'eventsource-parser'
import * as z from 'zod/mini'
import { createStore } from '../../lib/store.ts'
import { ApiError, describeError, rejectionOf } from '../../platform/api/api-error.ts'
import { callApi, carry, openAnswer, send } from '../../platform/api/client.ts'
import { logWarning } from '../../platform/log/log.ts'
import { onSessionEnd } from '../../platform/session/session-store.ts'
import { applyEvent, failTurn, isTurnRunning, newTurn, stoppedTurn, type Turn, turnOf } from './answer-turn.ts'

function parseEvent(data: string): AnswerEvent | null {
  try {
    const event = z.safeParse(answerEventSchema, JSON.parse(data))
    if (event.success) return event.data
  } catch {
    // As an event that the schema refuses.
  }
  logWarning('an event of an answer cannot be read')
  return null
}

/** Pause before the stored answer is requested; it doubles up to the longest. Milliseconds. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 8_000
/** The server marks an answer as failed after a minute, which these requests cover. After the last one the user decides. */
const REQUESTS = 11

export const VISITOR = ''
/** The user of a session whose data is still loading. */
export const LOADING_USER = 'loading'

export type ConversationState = {
  /** Id of its user, `VISITOR` or `LOADING_USER`. */
  user: string
  /** null until the first answer of a new conversation. */
  conversationId: string | null
  /** Company from whose page the conversation was opened. */
  companyId: string | null
  turns: readonly Turn[]
}

const empty: ConversationState = { user: VISITOR, conversationId: null, companyId: null, turns: [] }

/** The conversation on the page. It survives a look at a cited record; the server stores it. */
export const useConversation = createStore<ConversationState>(() => empty)

let request: AbortController | null = null
let nextKey = 1

/** Ends the request of the answer before, which stops an answer that is still produced. */
function replaceRequest(): AbortSignal {
  request?.abort()
  request = new AbortController()
  return request.signal
}

const findTurn = (key: string) => useConversation.getState().turns.find((turn) => turn.key === key)

function updateTurn(key: string, change: (turn: Turn) => Turn) {
  useConversation.setState(({ turns }) => ({ turns: turns.map((turn) => (turn.key === key ? change(turn) : turn)) }))
}

/** Starts an empty conversation of the user, about a company if one is given. */
export function startConversation(companyId: string | null, user = useConversation.getState().user) {
  request?.abort()
  useConversation.setState({ ...empty, user, companyId })
}

/**
 * Shows a stored conversation, unless its address was left since it was opened. An answer that is still produced elsewhere is
 * requested until it has ended.
 */
export async function loadConversation(conversationId: string): Promise<void> {
  if (useConversation.getState().conversationId !== conversationId) return
  const signal = replaceRequest()
  try {
    const { list } = await callApi(assistantRoutes.conversation, { conversationId }, { signal, silent: true })
    useConversation.setState({ turns: list.map(turnOf) })
  } catch (error) {
    if (!signal.aborted) useConversation.setState({ conversationId: null })
    throw error
  }
  const { turns } = useConversation.getState()
  const running = turns.find(isTurnRunning)
  if (running !== undefined) void loadAnswer(running.key)
}

type Place = { conversationId: string | null; companyId: string | null; user: string }

/**
 * Prepares the conversation of an address. Returns its id if it has to be loaded. A conversation belongs to one user, and to the
 * company that it was opened from; an address without a conversation begins one, unless an answer is on its way.
 */
export function openConversation({ conversationId, companyId, user }: Place): string | null {
  const state = useConversation.getState()
  const isOwn = state.user === user || (state.user === LOADING_USER && user !== VISITOR)
  const isShown =
    state.conversationId === conversationId || (conversationId === null && state.turns.some(isTurnRunning))
  if (isOwn && isShown && state.companyId === companyId) {
    if (state.user !== user) useConversation.setState({ user })
    return null
  }
  startConversation(companyId, user)
  if (user === VISITOR) return null
  // Named before it is loaded: the page opens it again when the data of its user arrives.
  useConversation.setState({ conversationId })
  return conversationId
}

onSessionEnd(() => startConversation(null, VISITOR))

const wait = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Opens the stream of an answer. A refusal before it begins is an envelope. Throws `ApiError`. */
const openEvents = (body: AskBody, signal: AbortSignal) =>
  send(
    ASK_PATH,
    carry({ method: 'POST', path: ASK_PATH }, body, signal),
    { signal, silent: true, isBackground: true },
    async (response, path) => {
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
      if (response.ok && isStream && response.body !== null) return response.body.getReader()
      throw new ApiError({ type: 'rejected', ...(await openAnswer(response, path)) })
    },
  )

/** Applies the events of a stream, but those that cannot be read. Returns false when the stream ended before the answer. */
async function followStream(key: string, reader: ReadableStreamDefaultReader<Uint8Array>): Promise<boolean> {
  const parser = createParser({
    onEvent({ data }) {
      const event = parseEvent(data)
      if (event === null) return
      updateTurn(key, (turn) => applyEvent(turn, event))
      const conversationId = findTurn(key)?.answer.conversationId
      if (conversationId != null) useConversation.setState({ conversationId })
    },
  })
  const decoder = new TextDecoder()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parser.feed(decoder.decode(part.value, { stream: true }))
    }
  } catch {
    // The connection broke.
  }
  return findTurn(key)?.phase === 'ended'
}

/** Requests the stored answer of a turn until the answer has ended. */
export async function loadAnswer(key: string): Promise<void> {
  const signal = replaceRequest()
  updateTurn(key, (turn) => ({ ...turn, phase: 'loading', step: null }))
  for (let count = 0; count < REQUESTS; count += 1) {
    await wait(Math.min(FIRST_PAUSE_MS * 2 ** count, LONGEST_PAUSE_MS), signal)
    const id = findTurn(key)?.answer.answerId
    if (signal.aborted || id === undefined) return
    try {
      const answer = await callApi(assistantRoutes.answerDetail, { id }, { signal, silent: true, isBackground: true })
      if (answer.status === '生成中') continue
      updateTurn(key, () => ({ ...turnOf(answer), key }))
      return
    } catch (error) {
      if (signal.aborted) return
      if (rejectionOf(error) === null) continue
      updateTurn(key, (turn) => failTurn(turn, describeError(error)))
      return
    }
  }
  updateTurn(key, (turn) => ({ ...turn, phase: 'broken' }))
}

type Question = { question: string; companyId?: string; retryOf?: string }

/** Asks a question and shows its answer as it arrives. A retry replaces its turn. */
export async function ask({ question, companyId, retryOf }: Question): Promise<void> {
  const signal = replaceRequest()
  const key = `turn ${nextKey++}`
  const state = useConversation.getState()
  const kept = state.turns.filter((turn) => retryOf === undefined || turn.answer.answerId !== retryOf)
  useConversation.setState({ turns: [...kept, newTurn(key, question)] })
  const subject = companyId ?? state.companyId
  const body: AskBody = {
    question,
    ...(state.conversationId !== null && { conversationId: state.conversationId }),
    ...(subject !== null && { companyId: subject }),
    ...(retryOf !== undefined && retryOf !== '' && { retryOf }),
  }
  try {
    if ((await followStream(key, await openEvents(body, signal))) || signal.aborted) return
  } catch (error) {
    if (signal.aborted) return
    updateTurn(key, (turn) => failTurn(turn, error instanceof ApiError ? describeError(error) : '加载失败'))
    return
  }
  if (findTurn(key)?.answer.answerId === '') updateTurn(key, (turn) => failTurn(turn, '连接中断，请重试'))
  else await loadAnswer(key)
}

/** Stops an answer: the server learns it from the connection. The text shown so far remains. */
export function stopTurn(key: string) {
  request?.abort()
  updateTurn(key, stoppedTurn)
}

/** Records on the page what the server has stored about an answer. */
export function updateAnswer(answerId: string, change: { useful?: boolean; isShared?: boolean }) {
  useConversation.setState(({ turns }) => ({
    turns: turns.map((turn) =>
      turn.answer.answerId === answerId ? { ...turn, answer: { ...turn.answer, ...change } } : turn,
    ),
  }))
}
