import { describe, expect, it } from 'vitest'
import { parseS3Address } from './s3-address.ts'

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
