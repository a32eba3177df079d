import type { AskBody, Conversation } from '@baiqicha/contract/assistant'
import { resultCode } from '@baiqicha/contract/result-codes'
import { ANSWER_STREAM_PATH, ASK_PATH, assistantRoutes } from '@baiqicha/contract/routes/assistant'
import { createStore } from '../../lib/store.ts'
import { ApiError, rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { openEventStream } from '../../platform/api/event-stream.ts'
import { describeError } from '../../platform/api/messages.ts'
import { onSessionEnd } from '../../platform/session/session-store.ts'
import { applyEvent, failTurn, isTurnRunning, newTurn, type Turn, turnOf } from './answer-turn.ts'
import { readAnswerEvents } from './read-answer-events.ts'

/** Pauses before a broken stream is resumed. Milliseconds. After the last one the user decides. */
const RESUME_AFTER_MS = [500, 2_000, 5_000]

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

let stream: AbortController | null = null
let nextKey = 1

const findTurn = (key: string) => useConversation.getState().turns.find((turn) => turn.key === key)

function updateTurn(key: string, change: (turn: Turn) => Turn) {
  useConversation.setState(({ turns }) => ({ turns: turns.map((turn) => (turn.key === key ? change(turn) : turn)) }))
}

/** Starts an empty conversation of the user, about a company if one is given. */
export function startConversation(companyId: string | null, user = useConversation.getState().user) {
  stream?.abort()
  useConversation.setState({ ...empty, user, companyId })
}

/** Shows a stored conversation. An answer that is still being generated resumes. */
export function showConversation({ conversationId, list }: Conversation) {
  stream?.abort()
  const turns = list.map(turnOf)
  useConversation.setState({ companyId: null, conversationId, turns })
  const running = turns.find(isTurnRunning)
  if (running !== undefined) void resumeTurn(running.key)
}

/** Shows the conversation of the user with the page. It belongs to one user, and to the company that it was opened from. */
export function openConversation(companyId: string | null, user: string) {
  const state = useConversation.getState()
  const isOwn = state.user === user || (state.user === LOADING_USER && user !== VISITOR)
  if (!isOwn || (companyId !== null && state.companyId !== companyId)) startConversation(companyId, user)
  else if (state.user !== user) useConversation.setState({ user })
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

/** Applies the events of a stream. Returns false when it ended before the answer. */
async function followStream(key: string, body: ReadableStream<Uint8Array>): Promise<boolean> {
  await readAnswerEvents(body, (numbered) => {
    if (findTurn(key)?.phase === 'ended') {
      if (stoppedEarly.delete(key) && numbered.event.type === 'meta') tellStopped(numbered.event.answerId)
      stream?.abort()
      return
    }
    updateTurn(key, (turn) => applyEvent(turn, numbered))
    const conversationId = findTurn(key)?.answer.conversationId
    if (conversationId != null) useConversation.setState({ conversationId })
  }).catch(() => {})
  return findTurn(key)?.phase === 'ended'
}

/** Loads the stored answer of a turn whose events are gone. */
async function loadAnswer(key: string, signal: AbortSignal) {
  const id = findTurn(key)?.answer.answerId ?? ''
  const answer = await callApi(assistantRoutes.answerDetail, { id }, { signal, silent: true })
  updateTurn(key, () => ({ ...turnOf(answer), key }))
}

/** Resumes a broken stream, several times. */
export async function resumeTurn(key: string): Promise<void> {
  stream?.abort()
  const own = new AbortController()
  stream = own
  const { signal } = own
  for (const pause of RESUME_AFTER_MS) {
    updateTurn(key, (turn) => ({ ...turn, phase: 'resuming', step: null }))
    await wait(pause, signal)
    const turn = findTurn(key)
    if (signal.aborted || turn === undefined) return
    const input = { answerId: turn.answer.answerId, after: turn.lastEvent }
    try {
      const target = { method: 'GET', path: ANSWER_STREAM_PATH } as const
      const body = await openEventStream(target, input, { signal, silent: true, isBackground: true })
      if (await followStream(key, body)) return
    } catch (error) {
      if (rejectionOf(error)?.code === resultCode.notFound) {
        await loadAnswer(key, signal).catch(() => updateTurn(key, (broken) => failTurn(broken, '加载失败')))
        return
      }
    }
    if (signal.aborted) return
  }
  updateTurn(key, (turn) => ({ ...turn, phase: 'broken' }))
}

type Question = { question: string; companyId?: string; retryOf?: string }

/** Asks a question and shows its answer as it arrives. A retry replaces its turn. */
export async function ask({ question, companyId, retryOf }: Question): Promise<void> {
  stream?.abort()
  const own = new AbortController()
  stream = own
  const { signal } = own
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
    const events = await openEventStream({ method: 'POST', path: ASK_PATH }, body, {
      signal,
      silent: true,
      isBackground: true,
    })
    if ((await followStream(key, events)) || signal.aborted) return
  } catch (error) {
    if (signal.aborted || stoppedEarly.delete(key)) return
    updateTurn(key, (turn) => failTurn(turn, error instanceof ApiError ? describeError(error) : '加载失败'))
    return
  }
  if (findTurn(key)?.answer.answerId === '') updateTurn(key, (turn) => failTurn(turn, '连接中断，请重试'))
  else await resumeTurn(key)
}

/** Turns that were stopped before their answer had an id, which the server needs. */
const stoppedEarly = new Set<string>()

const tellStopped = (answerId: string) =>
  void callApi(assistantRoutes.stopAnswer, { answerId }, { isBackground: true }).catch(() => {})

/** Stops an answer. The text shown so far remains. */
export function stopTurn(key: string) {
  const answerId = findTurn(key)?.answer.answerId ?? ''
  if (answerId === '') stoppedEarly.add(key)
  else {
    stream?.abort()
    tellStopped(answerId)
  }
  updateTurn(key, (turn) => ({ ...turn, phase: 'ended', step: null, answer: { ...turn.answer, status: '已停止' } }))
}

/** Records on the page what the server has stored about an answer. */
export function updateAnswer(answerId: string, change: { useful?: boolean; isShared?: boolean }) {
  useConversation.setState(({ turns }) => ({
    turns: turns.map((turn) =>
      turn.answer.answerId === answerId ? { ...turn, answer: { ...turn.answer, ...change } } : turn,
    ),
  }))
}
