import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorCodeOf, parseS3Address, parseS3Listing } from './s3-client.ts'

const listing = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>bucket</Name>${content}</ListBucketResult>`
const object = (key: string) =>
  `<Contents><Key>${key}</Key><LastModified>2026-11-24T08:00:00.000Z</LastModified><ETag>&quot;1&quot;</ETag><Size>3</Size></Contents>`

/** null: the text is refused. */
function parse(text: string) {
  try {
    return parseS3Listing(text)
  } catch {
    return null
  }
}

describe('a listing of a bucket', () => {
  it('has the names, the times and the token of the next page', () => {
    const page = listing(
      `<IsTruncated>true</IsTruncated><NextContinuationToken>a+/=&amp;&#x3c;</NextContinuationToken>${object('a&amp;b')}${object('i-2.jpg')}`,
    )
    const writtenAt = Date.UTC(2026, 10, 24, 8)
    expect(parseS3Listing(page)).toEqual({
      objects: [
        { key: 'a&b', writtenAt },
        { key: 'i-2.jpg', writtenAt },
      ],
      next: 'a+/=&<',
    })
    expect(parseS3Listing(listing('<IsTruncated>false</IsTruncated>'))).toEqual({ objects: [], next: null })
  })

  it.each([
    ['without its element', '<html>no listing</html>'],
    ['with a document type', `<!DOCTYPE a [<!ENTITY b "c">]>${listing(object('&b;'))}`],
    ['with an unknown entity', listing(object('&constructor;'))],
    [
      'with an object without a name',
      listing('<Contents><LastModified>2026-11-24T08:00:00Z</LastModified></Contents>'),
    ],
    ['with an object without a time', listing('<Contents><Key>a</Key></Contents>')],
    ['whose next page has no token', listing('<IsTruncated>true</IsTruncated>')],
  ])('%s is refused', (_, xml) => {
    expect(() => parseS3Listing(xml)).toThrow()
  })

  it('is read from any text in bounded time', () => {
    assert(
      property(
        string({ maxLength: 200 }),
        (text) => void [parse(text), parse(listing(text)), parse(listing(object(text)))],
      ),
      { numRuns: 2_000 },
    )
    expect(parse(listing('<Contents><Key>'.repeat(50_000)))).toEqual({ objects: [], next: null })
  })
})

describe('an error of S3', () => {
  it('is named by its code', () => {
    expect(errorCodeOf('<Error><Code>NoSuchKey</Code><Key>i-1.jpg</Key></Error>')).toBe('NoSuchKey')
    expect(errorCodeOf('<html>gateway</html>')).toBeNull()
  })
})

describe('the address of a bucket', () => {
  it('names server, bucket, folder and key', () => {
    expect(parseS3Address('s3://id:a%2Fb%3D@files.example:9000/bucket/one/two?region=cn-north-1&tls=off')).toEqual({
      accessKeyId: 'id',
      secretAccessKey: 'a/b=',
      region: 'cn-north-1',
      bucketUrl: 'http://files.example:9000/bucket/',
      bucket: 'bucket',
      prefix: 'one/two/',
    })
  })

  it('uses TLS, the whole bucket and us-east-1 unless it says otherwise', () => {
    expect(parseS3Address('s3://id:secret@[::1]:9000/bucket/')).toMatchObject({
      region: 'us-east-1',
      bucketUrl: 'https://[::1]:9000/bucket/',
      prefix: '',
    })
  })

  it('puts the bucket before the host for providers that require it', () => {
    expect(parseS3Address('s3://id:secret@oss.example/bucket?style=host')).toMatchObject({
      bucketUrl: 'https://bucket.oss.example/',
    })
  })

  it.each([
    's3://id@host/bucket',
    's3://id:%20@host/bucket',
    's3://id:secret@ho_st/bucket',
    's3://id:secret@host/b',
    's3://id:secret@host/bucket/a//b',
    's3://id:secret@host/bucket/%2e%2e',
    's3://id:secret@host/bucket#part',
    's3://id:secret@host/bucket?region=A',
    's3://id:secret@host/bucket?__proto__=1',
  ])('refuses %s', (text) => {
    expect(() => parseS3Address(text)).toThrow()
  })
})
