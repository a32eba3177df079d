import { expect, test } from 'vitest'
import { readFeedbackParams } from './feedback-params.ts'

test.each([
  ['', { show: 'form' }],
  ['tab=feedback', { show: 'mine', tab: 'feedback' }],
  ['tab=correction', { show: 'mine', tab: 'correction' }],
  ['tab=other', { show: 'form' }],
  ['number=FB20261122-7H3KQ2MX', { show: 'thread', number: 'FB20261122-7H3KQ2MX' }],
  ['number=%20fb20261122-7h3kq2mx%20', { show: 'thread', number: 'fb20261122-7h3kq2mx' }],
  ['number=JC20261120-7K3M9Q2T', { show: 'form' }],
])('reads ?%s as %o', (query, params) => {
  expect(readFeedbackParams(new URLSearchParams(query))).toEqual(params)
})
