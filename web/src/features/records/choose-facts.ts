import type { RecordFields } from '@baiqicha/contract/records/fields'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { hasContent } from '../../domain/record/record-content.ts'

const FACTS = 3
/** Number of characters that fit in a third of the width. */
const WORD_ROOM = 6

const isShortWord = (value: unknown) => typeof value === 'string' && value.length <= WORD_ROOM

/** Fields of the box above the table: amount, status and date. Empty when fewer than two have a value. */
export function chooseFacts(kind: RecordKind, fields: RecordFields, heading: string | null): string[] {
  const filled = Object.keys(kind.fields).filter((name) => name !== heading && hasContent(fields[name]))
  const typeOf = (name: string) => kind.fields[name]?.type
  const shortWords = filled.filter((name) => typeOf(name) === 'word' && isShortWord(fields[name]))
  const tones = (name: string) => {
    const field = kind.fields[name]
    return field?.type === 'word' && field.tones !== undefined
  }
  const chosen = [
    ...filled.filter((name) => typeOf(name) === 'amount').slice(0, 1),
    ...[...shortWords.filter(tones), ...shortWords.filter((name) => !tones(name))].slice(0, 1),
    ...filled.filter((name) => typeOf(name) === 'dateTime').slice(0, 1),
    ...kind.published.filter((name) => filled.includes(name)),
    ...filled.filter((name) => typeOf(name) === 'date'),
  ]
  const facts = [...new Set(chosen)].slice(0, FACTS)
  return facts.length < 2 ? [] : facts
}
