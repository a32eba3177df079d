import { Overloaded } from '../admission/admission.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { badRequest, internal, overloaded, Refusal, unavailable } from './refusal.ts'

/** Errors of Fastify about a request that it could not read. */
const isUnreadable = (error: unknown) =>
  error instanceof Error &&
  'statusCode' in error &&
  typeof error.statusCode === 'number' &&
  error.statusCode >= 400 &&
  error.statusCode < 500

/** The answer to an error, and whether an operator must look into it. The text of an unknown error reaches no caller. */
export function refusalOf(error: unknown): { refusal: Refusal; isOurFault: boolean } {
  if (error instanceof Refusal) return { refusal: error, isOurFault: false }
  if (error instanceof Overloaded) return { refusal: overloaded, isOurFault: false }
  if (isDatabaseUnavailable(error)) return { refusal: unavailable(), isOurFault: true }
  if (isUnreadable(error)) return { refusal: badRequest(), isOurFault: false }
  return { refusal: internal(), isOurFault: true }
}
