import { Worker } from 'node:worker_threads'

/** Starts a plain Fastify that answers everything with one text, in a thread of its own. */
export function startConstantServer(text: string): Promise<{ port: number; stop: () => Promise<unknown> }> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./constant-server.worker.ts', import.meta.url), { workerData: text })
    worker.once('message', (port: number) => resolve({ port, stop: () => worker.terminate() }))
    worker.once('error', reject)
  })
}
