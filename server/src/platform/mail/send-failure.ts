/**
 * What is known after a failure. `refused`: the receiver does not take messages for this address. `notSent`: certainly not
 * delivered, and may be repeated. `unknown`: perhaps delivered, so it is not repeated.
 */
type DeliveryState = 'refused' | 'notSent' | 'unknown'

/** A message that was not, or perhaps not, delivered. The message is the cause, without secrets. */
export class SendFailure extends Error {
  readonly state: DeliveryState

  constructor(message: string, state: DeliveryState) {
    super(message)
    this.state = state
  }
}
