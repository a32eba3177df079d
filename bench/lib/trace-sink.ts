import { Worker } from 'node:worker_threads'

/** Starts a receiver of traces that accepts and drops everything, in a thread of its own. */
export function startTraceSink(): Promise<{ endpoint: string; stop: () => Promise<unknown> }> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./trace-sink.worker.ts', import.meta.url))
    const stop = () => worker.terminate()
    worker.once('message', (port: number) => resolve({ endpoint: `http://127.0.0.1:${port}`, stop }))
    worker.once('error', reject)
  })
}
