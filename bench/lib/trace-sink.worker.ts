import { once } from 'node:events'
import { createServer } from 'node:http'
import { parentPort } from 'node:worker_threads'

/** The thread of trace-sink.ts. Posts its port. */
const server = createServer((request, response) => {
  request.resume().once('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
parentPort?.postMessage(typeof address === 'object' ? address?.port : 0, [])
