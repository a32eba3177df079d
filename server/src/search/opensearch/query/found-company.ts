import type { CompanyRecord } from '../../analysis/company-record.ts'
import { decodeRecord } from '../../analysis/record-codec.ts'
import type { IndexedCompany } from '../../ranking/company-index.ts'

/** Stored facts of a company that a request has returned so far. */
type Facts = { record?: string; longText?: string; foundedOn?: number; capital?: number }

/**
 * A company that OpenSearch has returned. Reading a fact that no request has returned calls `onMissing`, which throws:
 * the fact is then requested.
 */
export class FoundCompany implements IndexedCompany {
  readonly id: string
  readonly rank: number
  readonly #onMissing: (company: FoundCompany) => never
  #facts: Facts = {}
  #record: CompanyRecord | undefined

  constructor(id: string, rank: number, onMissing: (company: FoundCompany) => never) {
    this.id = id
    this.rank = rank
    this.#onMissing = onMissing
  }

  add(facts: Facts) {
    this.#facts = { ...this.#facts, ...facts }
  }

  get record() {
    this.#record ??= decodeRecord(this.#facts.record ?? this.#onMissing(this))
    return this.#record
  }

  get longText() {
    return this.#facts.longText ?? this.#onMissing(this)
  }

  get foundedOn() {
    return this.#facts.foundedOn ?? this.#onMissing(this)
  }

  get capital() {
    return this.#facts.capital ?? this.#onMissing(this)
  }
}

export const ranksBefore = (a: FoundCompany, b: FoundCompany): boolean =>
  a.rank === b.rank ? a.id < b.id : a.rank < b.rank
