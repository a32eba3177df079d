import { type BatchJob, batchJobSchema } from '@baiqicha/contract/batch'
import { envelopeSchema } from '@baiqicha/contract/envelope'
import { API_BASE, exceptions } from '@baiqicha/contract/routes'
import { expect, vi } from 'vitest'
import * as z from 'zod/mini'
import { call, type TestApp } from './app.ts'

const BOUNDARY = 'a-boundary'

/** The body of a form with a list. */
export const batchForm = (content: string | Uint8Array, listName?: string) => {
  const part = (head: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([
      Buffer.from(listName === undefined ? '' : `${part('name="listName"')}${listName}\r\n`),
      Buffer.from(part('name="file"; filename="list"')),
      Buffer.from(content),
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
  }
}

/** Sends a list as the web app does. */
export async function sendBatch(
  { app }: Pick<TestApp, 'app'>,
  token: string,
  content: string | Uint8Array,
  listName?: string,
) {
  const { headers, payload } = batchForm(content, listName)
  const response = await app.inject({
    method: 'POST',
    url: API_BASE + exceptions.createBatch.path,
    headers: { ...headers, ...(token !== '' && { token }) },
    payload,
  })
  const { code, message, data } = z.parse(envelopeSchema, response.json())
  const job = code === 0 ? z.parse(batchJobSchema, data) : null
  return { status: response.statusCode, code, message, headers: response.headers, job }
}

/** Sends a list and waits for its end. */
export async function lookUpBatch(
  test: TestApp,
  token: string,
  content: string | Uint8Array,
  listName?: string,
): Promise<BatchJob> {
  const { job, message } = await sendBatch(test, token, content, listName)
  if (job === null) throw new Error(message)
  return endOfBatch(test, token, job.id)
}

export const endOfBatch = (test: TestApp, token: string, id: string): Promise<BatchJob> =>
  vi.waitFor(
    async () => {
      const { data } = await call(test.app, 'batchStatus', { id }, { token })
      expect(data?.state).toBe('done')
      return z.parse(batchJobSchema, data)
    },
    { timeout: 30_000, interval: 20 },
  )

export const batchFile = ({ app }: Pick<TestApp, 'app'>, token: string, query: { id: string; format: string }) =>
  app.inject({ url: API_BASE + exceptions.batchFile.path, query, headers: token === '' ? {} : { token } })
