import { type ClientHttp2Session, connect } from 'node:http2'
import { buffer } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'

type Target = { port: number; ca: string /** Address of this machine to connect from. */; from?: string }

export type Http2Answer = { status: number; headers: Record<string, unknown>; body: Buffer }

/** One connection of HTTP/2 over TLS, as a browser has it. */
export function openHttp2({ port, ca, from }: Target) {
  const session: ClientHttp2Session = connect(`https://localhost:${port}`, {
    createConnection: () =>
      connectTls({
        host: '127.0.0.1',
        port,
        ca,
        servername: 'localhost',
        ALPNProtocols: ['h2', 'http/1.1'],
        ...(from !== undefined && { localAddress: from }),
      }),
  })
  session.on('error', () => {})

  /** Opens a stream. It answers with `response` and then its data. */
  const open = (path: string, headers: Record<string, string> = {}, body?: Buffer) => {
    const method = body === undefined ? 'GET' : 'POST'
    const stream = session.request({ ':path': path, ':method': method, ...headers })
    stream.end(body)
    return stream
  }

  function request(path: string, headers?: Record<string, string>, body?: Buffer): Promise<Http2Answer> {
    return new Promise((resolve, reject) => {
      const stream = open(path, headers, body)
      stream.once('error', reject)
      stream.once('response', (answered) => {
        const status = Number(answered[':status'])
        buffer(stream).then((content) => resolve({ status, headers: answered, body: content }), reject)
      })
    })
  }

  return { session, open, request, close: () => session.close() }
}
