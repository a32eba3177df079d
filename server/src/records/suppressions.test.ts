import { describe, expect, it } from 'vitest'
import { isSuppressed, type SuppressibleRecord, type Suppressions } from './suppressions.ts'

const suppressions: Suppressions = {
  records: new Set(['r-hidden']),
  persons: new Map([['c:91990001MA0TE5T16H', new Set(['演示甲'])]]),
}

const record = (deviation: Partial<SuppressibleRecord>): SuppressibleRecord => ({
  id: 'r-other',
  kind: 'dishonestExecutor',
  subjects: ['c:91990001MA0TE5T16H'],
  fields: {},
  ...deviation,
})

const party = (name: string) => ({ role: '被告', name, type: 2 as const, cid: null, statement: null })

describe('a record is suppressed', () => {
  it.each([
    ['by its id, with any subject', record({ id: 'r-hidden', subjects: [] })],
    ['by an officer at the company', record({ fields: { legalRep: '演示甲' } })],
    ['by an officer among others', record({ fields: { legalRep: '演示乙、演示甲' } })],
    ['by a name with a space in it', record({ fields: { applicant: '演示 甲' } })],
    [
      'by a text before or after a change',
      record({ kind: 'changeRecord', fields: { before: '演示乙', after: '演示乙，演 示 甲（董事）' } }),
    ],
    [
      'by the text of a document',
      record({ kind: 'judicialDocument', fields: { sections: [{ title: '', text: '演示甲到庭' }] } }),
    ],
    ['by a party', record({ fields: { coExecuted: [party('演示乙'), party('演示甲')] } })],
    [
      'under any key of the company',
      record({ subjects: ['n:x', 'c:91990001MA0TE5T16H'], fields: { legalRep: '演示甲' } }),
    ],
  ])('%s', (_, one) => {
    expect(isSuppressed(suppressions, one)).toBe(true)
  })

  it.each([
    ['somebody else', record({ fields: { legalRep: '演示甲乙', applicant: '演示' } })],
    [
      'the same name at another company',
      record({ subjects: ['c:91990002MA0FCT021R'], fields: { legalRep: '演示甲' } }),
    ],
    ['a place where no person is named', record({ fields: { court: '演示甲' } })],
    ['a record without persons', record({})],
  ])('but not for %s', (_, one) => {
    expect(isSuppressed(suppressions, one)).toBe(false)
  })
})
