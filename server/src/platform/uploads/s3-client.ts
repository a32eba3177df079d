import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import * as z from 'zod/mini'
import { systemClock } from '../../domain/clock.ts'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import { FILES_UNAVAILABLE } from '../http/storage-unavailable.ts'
import type { ServiceOutage } from '../log/service-outage.ts'

type S3Listing = {
  objects: { key: string; writtenAt: number }[]
  /** Token of the next page; null: this is the last one. */
  next: string | null
}

const listingSchema = z.object({
  objects: z.array(z.object({ key: z.string().check(z.minLength(1)), writtenAt: z.int() })),
  next: z.nullable(z.string().check(z.minLength(1))),
})

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])
const numeric = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i

function characterOf(entity: string): string {
  const [, hexadecimal, decimal] = numeric.exec(entity) ?? []
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
  const character = code <= 0x10_ffff ? String.fromCodePoint(code) : entities.get(entity)
  if (character === undefined) throw new Error('the listing contains an unknown entity')
  return character
}

const textOf = (content: string) => content.replaceAll(/&([^;&]{0,12});/g, (_, entity: string) => characterOf(entity))

/** Text between the first `start` and the `end` after it; null: none. Searches by index: its time grows with the length only. */
function between(text: string, start: string, end: string): string | null {
  const from = text.indexOf(start)
  const to = from < 0 ? -1 : text.indexOf(end, from + start.length)
  return to < 0 ? null : text.slice(from + start.length, to)
}

/** Text of the first element of this name in `xml`; null: none. */
function elementOf(xml: string, name: string): string | null {
  const content = between(xml, `<${name}>`, '<')
  return content === null ? null : textOf(content)
}

/** Code of an error of S3, such as `NoSuchKey`; null: the answer is no error of S3. */
export const errorCodeOf = (xml: string): string | null => /<Code>(\w{1,60})<\/Code>/.exec(xml)?.[1] ?? null

/**
 * Reads the answer of ListObjectsV2. It has a fixed shape, flat and without attributes in the elements that are read, and
 * no document type, so that a parser of all of XML, with its entities and its memory, is not needed.
 * @throws Error for any other text
 */
export function parseS3Listing(xml: string): S3Listing {
  if (xml.includes('<!')) throw new Error('the listing declares a document type')
  const root = between(xml, '<ListBucketResult', '</ListBucketResult>')
  if (root === null) throw new Error('the answer is no listing')
  const contents = root.split('</Contents>').slice(0, -1)
  const isTruncated = elementOf(root, 'IsTruncated') === 'true'
  return z.parse(listingSchema, {
    objects: contents.map((content) => ({
      key: elementOf(content, 'Key'),
      writtenAt: Date.parse(elementOf(content, 'LastModified') ?? ''),
    })),
    next: isTruncated ? (elementOf(root, 'NextContinuationToken') ?? '') : null,
  })
}

/** Pictures cannot be read or written now. The message names the cause, never the key. */
export class FilesUnavailable extends Error {
  readonly code = FILES_UNAVAILABLE
}

type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Name of the object; empty: the bucket. */
  key: string
  query?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
}

/** `error` is the code of S3, such as `NoSuchKey`; null: the request succeeded. */
export type S3Answer = { bytes: Buffer; error: string | null }

/** @throws FilesUnavailable when the server does not answer in time or answers with a status of 500 or more */
type SendToS3 = (request: S3Request) => Promise<S3Answer>

export type S3Options = {
  /** Milliseconds for a request with all its attempts. */
  deadlineMs: number
  /** Milliseconds for which requests are refused at once after five failures. */
  openMs?: number
  outage?: ServiceOutage | undefined
}

const ATTEMPTS = 3
const FIRST_WAIT_MS = 50
/** An object that the server wrote has less than 8 MB; a listing has at most 1,000 names. */
const MAX_BYTES = 16 * 1024 * 1024

/** Signs requests (AWS Signature Version 4, the body included) and sends them. */
export function createS3Client(address: S3Address, { deadlineMs, openMs = 2_000, outage }: S3Options): SendToS3 {
  const { accessKeyId, secretAccessKey, region, bucketUrl } = address
  // The client of aws4fetch signs only: its own retries know no deadline.
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const breaker = createCircuitBreaker({ clock: systemClock, deadlineMs, openMs, isRefusal: () => false })

  async function attempt({ method, key, query = {}, body }: S3Request, signal: AbortSignal): Promise<S3Answer> {
    const url = new URL(bucketUrl + key)
    url.search = new URLSearchParams(query).toString()
    const headers = {
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
      ...(body !== undefined && { 'content-type': 'image/jpeg' }),
    }
    const request = await signer.sign(url, { method, headers, ...(body !== undefined && { body }) })
    const response = await fetch(request, { redirect: 'error', signal })
    const bytes = await readBody(response)
    if (response.status >= 500 || response.status === 429) throw new Error(`HTTP ${response.status}`)
    if (response.ok) return { bytes, error: null }
    return { bytes, error: errorCodeOf(bytes.toString('utf8')) ?? `HTTP ${response.status}` }
  }

  async function attempts(request: S3Request, signal: AbortSignal): Promise<S3Answer> {
    for (let number = 1; ; number += 1) {
      try {
        return await attempt(request, signal)
      } catch (error) {
        if (number === ATTEMPTS || signal.aborted) throw error
        await wait(FIRST_WAIT_MS * 2 ** number, undefined, { signal })
      }
    }
  }

  return async (request) => {
    try {
      const answer = await breaker((signal) => attempts(request, signal))
      // Every other refusal concerns the key or the bucket, and so all requests.
      if (answer.error === null || answer.error === 'NoSuchKey') outage?.worked()
      else outage?.failed(new FilesUnavailable(answer.error))
      return answer
    } catch (error) {
      const failure = new FilesUnavailable(`object storage: ${reasonOf(error)}`)
      outage?.failed(failure)
      throw failure
    }
  }
}

async function readBody(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > MAX_BYTES) throw new Error(`an answer of more than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The innermost cause: `fetch` only says that it failed. Neither contains a header of the request. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  if (error.cause instanceof Error) return reasonOf(error.cause)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

/** A bucket, or a part of it, on a server with the API of S3, and the key that opens it. */
export type S3Address = {
  accessKeyId: string
  secretAccessKey: string
  region: string
  bucket: string
  /** Address of the bucket, with a slash at its end. */
  bucketUrl: string
  /** Beginning of the names of all objects: empty, or with a slash at its end. */
  prefix: string
}

const host = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:.]+\])$/i
const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const folderName = /^(?!\.+$)[\w.-]+$/
const regionName = /^[a-z0-9-]{1,40}$/
const visible = /^[\x21-\x7e]+$/

const knownOptions: Record<string, readonly string[] | null> = {
  region: null,
  tls: ['on', 'off'],
  style: ['path', 'host'],
}

function readOptions(parameters: URLSearchParams) {
  for (const [name, value] of parameters) {
    if (!Object.hasOwn(knownOptions, name)) throw new Error('option')
    if (knownOptions[name]?.includes(value) === false) throw new Error('value of an option')
  }
  const region = parameters.get('region') ?? 'us-east-1'
  if (!regionName.test(region)) throw new Error('region')
  return {
    region,
    scheme: parameters.get('tls') === 'off' ? 'http' : 'https',
    style: parameters.get('style') ?? 'path',
  }
}

/**
 * Reads `s3://key:secret@host:port/bucket/folder?region=…&tls=off&style=host`; key and secret are percent-encoded.
 * `style=host` puts the bucket before the host, as some providers require. @throws Error without any part of the text
 */
export function parseS3Address(text: string): S3Address {
  const url = new URL(text)
  const [accessKeyId, secretAccessKey] = [url.username, url.password].map(decodeURIComponent)
  const [bucket = '', ...folders] = url.pathname.replace(/^\//, '').replace(/\/$/, '').split('/')
  if (url.protocol !== 's3:' || url.hash !== '' || !host.test(url.hostname)) throw new Error('address')
  if (accessKeyId === undefined || secretAccessKey === undefined) throw new Error('key')
  if (!visible.test(accessKeyId) || !visible.test(secretAccessKey)) throw new Error('key')
  if (!bucketName.test(bucket) || !folders.every((folder) => folderName.test(folder))) throw new Error('bucket')
  const { region, scheme, style } = readOptions(url.searchParams)
  const prefix = folders.map((folder) => `${folder}/`).join('')
  const bucketUrl = style === 'host' ? `${scheme}://${bucket}.${url.host}/` : `${scheme}://${url.host}/${bucket}/`
  return { accessKeyId, secretAccessKey, region, bucket, bucketUrl, prefix }
}
