import type { Envelope } from '@baiqicha/contract/envelope'
import { resultCode } from '@baiqicha/contract/result-codes'
import { LOCKED_HEADER } from '@baiqicha/contract/routes'
import type { FastifyReply } from 'fastify'
import type { Refusal } from './refusal.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

const envelopeText = (envelope: Envelope) => JSON.stringify(envelope)

export const refusalText = ({ code, message }: Refusal) => envelopeText({ code, message, data: null })

/** Sends the envelope of a success with data that are JSON already. */
export function respondSuccess(reply: FastifyReply, data: string) {
  reply.answeredCode = 0
  return reply.code(200).header('content-type', JSON_TYPE).send(`{"code":0,"message":"","data":${data}}`)
}

/** Sends an envelope. */
export function respond(reply: FastifyReply, status: number, envelope: Envelope) {
  reply.answeredCode = envelope.code
  return reply.code(status).header('content-type', JSON_TYPE).send(envelopeText(envelope))
}

export function respondRefusal(reply: FastifyReply, refusal: Refusal) {
  if (refusal.code === resultCode.accountLocked) reply.header(LOCKED_HEADER, '1')
  if (refusal.retryAfterSeconds !== null) reply.header('retry-after', String(refusal.retryAfterSeconds))
  return respond(reply, refusal.status, { code: refusal.code, message: refusal.message, data: null })
}

declare module 'fastify' {
  interface FastifyReply {
    /** The code of the sent envelope; null before that. */
    answeredCode: number | null
  }
}
