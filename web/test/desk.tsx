import type { OperatorRole } from '@baiqicha/contract/desk/action'
import { DESK_API, type DeskActionName, type DeskOutput, deskPath } from '@baiqicha/contract/desk/actions'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { Desk } from '../src/desk/desk.tsx'
import { server } from './server.ts'

export const answerWith = (path: string, data: unknown) =>
  server.use(http.post(`*${path}`, () => HttpResponse.json({ code: 0, message: '', data })))

export const refuseWith = (path: string, code: number, message: string) =>
  server.use(http.post(`*${path}`, () => HttpResponse.json({ code, message, data: null })))

export const answer = <K extends DeskActionName>(name: K, data: DeskOutput<K>) => answerWith(deskPath(name), data)

/** Opens the desk at an address. `roles`: null: no operator has signed in. */
export function openDesk(hash: string, roles: readonly OperatorRole[] | null) {
  const expiresAt = Date.now() + 8 * 3_600_000
  answerWith(`${DESK_API}/session/current`, roles === null ? null : { name: '演示甲', roles, expiresAt })
  window.location.hash = hash
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={queries}>
      <Desk />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
