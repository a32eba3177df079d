import type { DeskAction } from '@baiqicha/contract/desk/action'
import {
  DESK_API,
  DESK_HEADER,
  type DeskActionName,
  type DeskInput,
  type DeskOutput,
  deskActions,
  deskPath,
} from '@baiqicha/contract/desk/actions'
import {
  type DeskSessionCall,
  type DeskSessionInput,
  type DeskSessionOutput,
  deskSessionCalls,
} from '@baiqicha/contract/desk/operators'
import { envelopeSchema } from '@baiqicha/contract/envelope'
import { resultCode } from '@baiqicha/contract/result-codes'
import * as z from 'zod/mini'

/** The server refused a call; the message is for the operator. */
class DeskRefused extends Error {}

/** Called when a call finds that the session has ended. */
let onSessionEnd = () => {}
export function listenToSessionEnd(listener: () => void) {
  onSessionEnd = listener
}

async function post(path: string, body: object): Promise<unknown> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [DESK_HEADER]: '1' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new DeskRefused('无法连接服务，请检查网络后重试')
  })
  return readAnswer(response)
}

/** The data of an answer. @throws DeskRefused */
export async function readAnswer(response: Response): Promise<unknown> {
  const envelope = z.safeParse(envelopeSchema, await response.json().catch(() => null))
  if (!envelope.success) throw new DeskRefused('服务没有响应，请稍后重试')
  const { code, message, data } = envelope.data
  if (code === resultCode.noSession) onSessionEnd()
  if (code !== resultCode.ok) throw new DeskRefused(message)
  return data
}

type Parsed = { success: boolean; data?: unknown }
/** Type guards: data that the schema accepted are the output of the call. */
const isOutput = <K extends DeskActionName>(
  _name: K,
  parsed: Parsed,
): parsed is { success: true; data: DeskOutput<K> } => parsed.success
const isSessionOutput = <K extends DeskSessionCall>(
  _call: K,
  parsed: Parsed,
): parsed is { success: true; data: DeskSessionOutput<K> } => parsed.success

const unreadable = () => new DeskRefused('页面与服务的版本不同，请刷新')

/** Runs an action. `totp`: a fresh code of the authenticator. @throws DeskRefused */
export async function act<K extends DeskActionName>(
  name: K,
  input: DeskInput<K>,
  totp?: string,
): Promise<DeskOutput<K>> {
  const { output }: DeskAction = deskActions[name]
  const parsed: Parsed = z.safeParse(output, await post(deskPath(name), { ...input, totp }))
  if (!isOutput(name, parsed)) throw unreadable()
  return parsed.data
}

/** A call of login, logout or set-up. @throws DeskRefused */
export async function callSession<K extends DeskSessionCall>(
  call: K,
  input: DeskSessionInput<K>,
): Promise<DeskSessionOutput<K>> {
  const parsed: Parsed = z.safeParse(deskSessionCalls[call].output, await post(`${DESK_API}/${call}`, input))
  if (!isSessionOutput(call, parsed)) throw unreadable()
  return parsed.data
}
