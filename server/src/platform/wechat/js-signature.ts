import { hash } from 'node:crypto'

export type SignedPage = { ticket: string; nonceStr: string; timestamp: number; url: string }

/** Signature of WeChat's JS-SDK, in the documented order of the fields. */
export const signPage = ({ ticket, nonceStr, timestamp, url }: SignedPage) =>
  hash('sha1', `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`, 'hex')
