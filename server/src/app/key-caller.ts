import { KEY_QUOTA_HEADER, KEY_REMAINING_HEADER } from '@baiqicha/contract/api-keys'
import { resultCode } from '@baiqicha/contract/result-codes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from '../domain/account/session.ts'
import type { ApiKeyService, KeyQuota } from '../features/account/api-key.service.ts'
import { accountLocked, Refusal } from '../platform/http/refusal.ts'

const bearer = /^Bearer +(bqc_\S+)$/i

/** The API key as sent; null: none. Other credentials of the header are those of a proxy. */
export const apiKeyOf = ({ headers: { authorization } }: FastifyRequest): string | null =>
  authorization === undefined ? null : (bearer.exec(authorization)?.[1] ?? null)

export const keyRefused = (status = 200) =>
  new Refusal({ code: resultCode.noSession, status, message: 'API 密钥无效、已撤销或已过期' })

/** The call is not on the list of those that take a key. */
export const keyNotTaken = () => new Refusal({ code: resultCode.noSession, message: '该接口不接受 API 密钥' })

/** The caller of a key. @throws Refusal when it opens nothing, or its account is locked */
export async function callerOfKey(keys: Pick<ApiKeyService, 'find'>, key: string, status?: number): Promise<Session> {
  const caller = await keys.find(key)
  if (caller === null) throw keyRefused(status)
  if (caller.lock !== undefined) throw accountLocked(caller.lock)
  return caller
}

/** Prints the quota of the key in the answer. */
export const sendQuota = (reply: FastifyReply, { daily, remaining }: KeyQuota) =>
  reply.header(KEY_QUOTA_HEADER, String(daily)).header(KEY_REMAINING_HEADER, String(remaining))
