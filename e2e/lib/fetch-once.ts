/**
 * `fetch` on a connection of its own: on one that was idle, a request may be sent at the moment at which the server closes it.
 */
export const fetchOnce = (url: string, init?: RequestInit): Promise<Response> => {
  const headers = new Headers(init?.headers)
  headers.set('connection', 'close')
  return fetch(url, { ...init, headers })
}
