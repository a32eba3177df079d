import { recordKinds } from '@baiqicha/contract/records/kinds'
import { recordStatuses } from '@baiqicha/contract/records/record'
import { type Check, text, titleOf } from './rows.ts'

/** Rows are what the canonical format of their kind allows, and no two tell of one record but where two sources do. */

const common = [
  'companyName',
  'companyCreditCode',
  'companyRegistrationNumber',
  'sourceUrl',
  'recordStatus',
  'displayUntil',
  'removedAt',
  'removedReason',
  'asOf',
]

const columns: Check = ({ records }) =>
  records.flatMap((record) => {
    const { fields } = recordKinds[record.kind]
    const known = [
      ...common,
      ...Object.entries(fields).flatMap(([name, { type }]) => (type === 'amount' ? [name, `${name}Unit`] : [name])),
    ]
    return Object.keys(record.row)
      .filter((name) => !known.includes(name))
      .map((name) => `${titleOf(record)}: no kind has a column ${name}`)
  })

const words: Check = ({ records }) =>
  records.flatMap((record) => {
    const wrong = Object.entries(recordKinds[record.kind].fields).flatMap(([name, field]) => {
      if (field.type !== 'word' && field.type !== 'words') return []
      const value = record.row[name] ?? []
      const said = typeof value === 'object' ? value : [value]
      return said
        .filter((one) => !field.words.some((word) => word === one))
        .map((one) => `${name} ${JSON.stringify(one)}`)
    })
    const status = text(record.row, 'recordStatus')
    if (status !== '' && !recordStatuses.some((one) => one === status)) wrong.push(status)
    return wrong.map((word) => `${titleOf(record)}: no such word: ${word}`)
  })

const identities: Check = ({ records }) => {
  const seen = new Map<string, string>()
  return records.flatMap((record) => {
    const { identity, withinCompany } = recordKinds[record.kind]
    if (text(record.row, identity[0]) === '' && record.row[identity[0]] === undefined) {
      return [`${titleOf(record)}: has no ${identity[0]}`]
    }
    if (record.isRemoval) return []
    const owner = withinCompany === undefined ? '' : text(record.row, 'companyCreditCode')
    const key = JSON.stringify([record.kind, record.sourceId, owner, ...identity.map((name) => record.row[name] ?? '')])
    const other = seen.get(key)
    seen.set(key, titleOf(record))
    return other === undefined ? [] : [`${titleOf(record)}: two rows of one source tell of it`]
  })
}

const removals: Check = ({ records }) =>
  records.flatMap((record) => {
    if (!record.isRemoval) return []
    const { identity } = recordKinds[record.kind]
    const isTold = records.some(
      (other) =>
        !other.isRemoval &&
        other.kind === record.kind &&
        identity.every((name) => other.row[name] === record.row[name]),
    )
    return isTold ? [] : [`${titleOf(record)}: is taken back but was never told`]
  })

export const shapeChecks: readonly Check[] = [columns, words, identities, removals]
