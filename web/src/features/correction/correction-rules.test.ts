import { CONTENT_LIMIT, claimants, correctionReasons, submitCorrectionBody } from '@baiqicha/contract/correction'
import { recordKindKeys } from '@baiqicha/contract/records/kind-table'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { correctionPath } from '../../domain/record/record-paths.ts'
import { readCorrectionParams } from './correction-params.ts'
import { validateFields } from './use-correction-form.ts'

const read = (address: string) => readCorrectionParams(new URLSearchParams(address.split('?')[1]))

describe('the URL', () => {
  it('of every 纠错 link is read back unchanged', () => {
    const subjects = fc.record(
      {
        companyId: fc.string({ minLength: 1, maxLength: 64 }),
        recordKind: fc.constantFrom(...recordKindKeys),
        recordId: fc.string({ minLength: 1, maxLength: 64 }),
      },
      { requiredKeys: ['companyId', 'recordKind'] },
    )
    fc.assert(
      fc.property(subjects, (subject) => {
        expect(read(correctionPath(subject))).toEqual({ show: 'form', subject })
      }),
    )
  })

  it.each([
    ['/user/feedback', { show: 'overview' }],
    ['/user/feedback?companyId=', { show: 'overview' }],
    [`/user/feedback?companyId=${'c'.repeat(65)}`, { show: 'overview' }],
    ['/user/feedback?companyId=c-1', { show: 'form', subject: { companyId: 'c-1' } }],
    ['/user/feedback?companyId=c-1&recordKind=none&recordId=r', { show: 'form', subject: { companyId: 'c-1' } }],
    ['/user/feedback?number=%20JC1%20&companyId=c-1', { show: 'status', number: 'JC1' }],
    ['/user/feedback?number=%20', { show: 'overview' }],
  ])('%s keeps its valid parts', (address, params) => {
    expect(read(address)).toEqual(params)
  })
})

it('the form accepts exactly what the contract accepts', () => {
  const fields = fc.record({
    reason: fc.option(fc.constantFrom(...correctionReasons)),
    content: fc.string({ unit: 'grapheme', maxLength: CONTENT_LIMIT.max + 20, size: 'max' }),
    statement: fc.string({ unit: 'grapheme', maxLength: 220, size: 'max' }),
    claimant: fc.option(fc.constantFrom(...claimants)),
  })
  fc.assert(
    fc.property(fields, (filled) => {
      const isTaken = z.safeParse(submitCorrectionBody, { companyId: 'c-1', ...filled }).success
      expect(Object.keys(validateFields(filled)).length === 0).toBe(isTaken)
    }),
  )
})
