/** A message that `node --watch` sends through the channel of a worker thread: the files that the thread loaded. */
export type NodeMessage = { type?: undefined }

/** False for messages that Node sends itself. */
export const isAppMessage = <M extends { type: string }>(message: M | NodeMessage): message is M =>
  message.type !== undefined
