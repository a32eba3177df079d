export const median = (values: readonly number[]) => percentile(values, 0.5)

/** What `act` takes, in milliseconds. */
export async function timed(act: () => unknown): Promise<number> {
  const startedAt = performance.now()
  await act()
  return performance.now() - startedAt
}

/** The results of calls one after another. */
export async function repeated<T>(times: number, call: (at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  while (results.length < times) results.push(await call(results.length))
  return results
}

/** Milliseconds of each call of `callers`, each of which waits for its answer before it makes the next call. */
export async function timeCalls(
  callers: number,
  hasNext: (at: number) => boolean,
  call: (at: number) => unknown,
): Promise<number[]> {
  const times: number[] = []
  let next = 0
  const caller = async () => {
    while (hasNext(next)) {
      const at = next++
      times.push(await timed(() => call(at)))
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return times
}

/** Calls a second of `callers` during this many seconds. */
export async function rateOf(callers: number, seconds: number, call: (at: number) => unknown): Promise<number> {
  const endsAt = performance.now() + seconds * 1_000
  return (await timeCalls(callers, () => performance.now() < endsAt, call)).length / seconds
}

/** Medians of calls that take turns, so that changes of the machine's speed affect all alike. The first turn only warms up. */
export async function mediansInTurns(rounds: number, calls: readonly (() => Promise<number>)[]): Promise<number[]> {
  const results = calls.map((): number[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, call] of calls.entries()) {
      const result = await call()
      if (round > 0) results[at]?.push(result)
    }
  }
  return results.map(median)
}

/** The smallest value that `share` of all do not exceed; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
