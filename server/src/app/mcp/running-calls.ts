import * as z from 'zod/mini'

const requestId = z.union([z.string().check(z.maxLength(128)), z.number()])
const requestSchema = z.object({ id: requestId, method: z.string() })
const cancelledSchema = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId }),
})

const keyOf = (client: string, id: z.output<typeof requestId>) => JSON.stringify([client, id])

/** Calls of this process that have no answer yet. Another process that gets the cancellation finds none of them. */
export type RunningCalls = {
  /** Runs the work of a message; `signal` is aborted when the same client cancels the message or goes away. */
  run<T>(message: { client: string; body: unknown }, work: (call: AbortController) => Promise<T>): Promise<T>
  /** Cancels the call that a message names. Two running calls with one name are left alone: it may be either. */
  cancel(message: { client: string; body: unknown }): void
}

export function createRunningCalls(): RunningCalls {
  const running = new Map<string, Set<AbortController>>()

  return {
    async run({ client, body }, work) {
      const call = new AbortController()
      const request = z.safeParse(requestSchema, body)
      if (!request.success) return work(call)
      const key = keyOf(client, request.data.id)
      const same = running.get(key) ?? new Set()
      running.set(key, same.add(call))
      try {
        return await work(call)
      } finally {
        same.delete(call)
        if (same.size === 0) running.delete(key)
      }
    },
    cancel({ client, body }) {
      const cancelled = z.safeParse(cancelledSchema, body)
      if (!cancelled.success) return
      const [call, another] = running.get(keyOf(client, cancelled.data.params.requestId)) ?? []
      if (another === undefined) call?.abort()
    },
  }
}
