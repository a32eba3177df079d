import { Overloaded } from '../admission/admission.ts'
import { badRequest, internal, overloaded, Refusal, unavailable } from './refusal.ts'
import { storageFailure } from './storage-unavailable.ts'

/** Whether Fastify could not read the request. */
const isUnreadable = (error: unknown) =>
  error instanceof Error &&
  'statusCode' in error &&
  typeof error.statusCode === 'number' &&
  error.statusCode >= 400 &&
  error.statusCode < 500

/**
 * The refusal to send for an error. `isServerFault`: an operator must investigate. The text of an unknown error is never
 * sent.
 */
export function refusalOf(error: unknown): { refusal: Refusal; isServerFault: boolean } {
  if (error instanceof Refusal) return { refusal: error, isServerFault: false }
  if (error instanceof Overloaded) return { refusal: overloaded, isServerFault: false }
  // Before the storage: a client that goes away has the code of a lost connection too.
  if (isUnreadable(error)) return { refusal: badRequest(), isServerFault: false }
  if (storageFailure(error) !== null) return { refusal: unavailable(), isServerFault: true }
  return { refusal: internal(), isServerFault: true }
}
