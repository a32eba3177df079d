import { raisedLimitsFile, TestServer } from '../../e2e/lib/server.ts'
import { createSession } from '../../e2e/lib/session.ts'

/** Factor of the limits where one client sends the load of many. */
const FOR_ONE_CLIENT = 100_000

/** The built server, not started yet, with limits that the load of one client does not reach. */
export const createServer = (env: Record<string, string> = {}) =>
  TestServer.create({ LIMITS_FILE: raisedLimitsFile(FOR_ONE_CLIENT, []), ...env })

/** Runs with a started server and the token of a user, and removes the server. */
export async function withServer<T>(
  env: Record<string, string>,
  run: (server: TestServer, token: string) => Promise<T>,
): Promise<T> {
  const server = await createServer(env)
  try {
    await server.start()
    return await run(server, await createSession(server))
  } finally {
    await server.dispose()
  }
}
