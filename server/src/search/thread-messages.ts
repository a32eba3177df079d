/** What Node itself says through the channel of a thread under `node --watch`: which files the thread loaded. */
export type NodeMessage = { type?: undefined }

/** Whether a message is one of ours rather than Node's own. */
export const isAppMessage = <M extends { type: string }>(message: M | NodeMessage): message is M =>
  message.type !== undefined
