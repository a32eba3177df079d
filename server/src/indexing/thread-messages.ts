/** A worker thread, as far as hearing from it goes. */
type Speaker = { on(event: 'message', listener: (message: unknown) => void): unknown }

const isOurs = <M extends { type: string }>(message: unknown): message is M =>
  typeof message === 'object' && message !== null && 'type' in message

/**
 * Hears what a thread of ours says. Under `node --watch` Node tells which files a thread loaded through the same
 * channel; those have no `type` and are passed over.
 */
export function onThreadMessage<M extends { type: string }>(worker: Speaker, listener: (message: M) => void) {
  worker.on('message', (message) => {
    if (isOurs<M>(message)) listener(message)
  })
}
