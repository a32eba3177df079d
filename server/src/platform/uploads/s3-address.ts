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
