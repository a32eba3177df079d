import { createHash, createHmac } from 'node:crypto'

/** One POST of JSON to Tencent Cloud. */
export type Tc3Call = {
  host: string
  /** First label of the provider's host name, as in `sms`. */
  service: string
  body: string
  /** Seconds since 1970. */
  timestamp: number
  accessKeyId: string
  accessKeySecret: string
}

export const TC3_CONTENT_TYPE = 'application/json'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text)

/** The `authorization` header of the call, whose content type must be `TC3_CONTENT_TYPE`. */
export function signTc3({ host, service, body, timestamp, accessKeyId, accessKeySecret }: Tc3Call): string {
  const names = 'content-type;host'
  const canonicalHeaders = `content-type:${TC3_CONTENT_TYPE}\nhost:${host}\n`
  const canonicalRequest = ['POST', '/', '', canonicalHeaders, names, sha256(body)].join('\n')

  const day = new Date(timestamp * 1000).toISOString().slice(0, 10)
  const scope = `${day}/${service}/tc3_request`
  const dayKey = hmac(`TC3${accessKeySecret}`, day).digest()
  const serviceKey = hmac(dayKey, service).digest()
  const requestKey = hmac(serviceKey, 'tc3_request').digest()
  const toSign = ['TC3-HMAC-SHA256', timestamp, scope, sha256(canonicalRequest)].join('\n')
  const signature = hmac(requestKey, toSign).digest('hex')
  return `TC3-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`
}
