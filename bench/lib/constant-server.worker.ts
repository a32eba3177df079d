import { parentPort, workerData } from 'node:worker_threads'
import Fastify from 'fastify'

/** The thread of constant-server.ts. Posts its port. */
const text: unknown = workerData
const app = Fastify()
app.all('/*', (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(text))
const address = await app.listen({ port: 0, host: '127.0.0.1' })
parentPort?.postMessage(Number(new URL(address).port), [])
