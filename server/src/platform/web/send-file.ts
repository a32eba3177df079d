import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, type WebFile } from './web-files.ts'

/** Whether `If-None-Match` lists the tag. A proxy that compresses makes a tag weak, so the weak form matches too. */
const matches = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch?.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag) === true

/** Policies of a page: 450 bytes that each script and style sheet of the build would repeat, where no browser reads them. */
const policiesOfPages = ['content-security-policy', 'permissions-policy']

/** Sends the file in the encoding that the client prefers, or 304 when the client has it. */
export async function sendFile(file: WebFile, request: FastifyRequest, reply: FastifyReply) {
  // No cache stores a response of the API; a client that keeps the tag of one asks with it all the same.
  if (!reply.hasHeader('cache-control'))
    reply.header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  reply.header('etag', file.etag)
  if (file.immutable && /javascript|css/.test(file.contentType)) {
    for (const name of policiesOfPages) reply.removeHeader(name)
  }
  if (file.compressible) reply.header('vary', 'accept-encoding')
  if (matches(request.headers['if-none-match'], file.etag)) return reply.code(304).send()
  const encoding = file.compressible ? chooseEncoding(request.headers['accept-encoding']) : 'identity'
  const content = await file.content(encoding)
  reply.header('content-type', file.contentType).header('content-length', String(content.length))
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return request.method === 'HEAD' ? reply.send() : reply.send(content)
}
