import type { Term } from '../../analysis/term.ts'
import { termToken } from '../index-document.ts'
import { FoundCompany } from './found-company.ts'
import { pageBody, type SearchBody, type SortValues } from './search-body.ts'
import type { SearchHit, SearchResult } from './search-response.ts'

/** Companies of one search, in its order. */
export type FetchedPage = {
  companies: readonly FoundCompany[]
  /** Whether no company follows. */
  isLast: boolean
  /** Sort values of the last company; empty without one. */
  end: SortValues
}

/** What the evaluation of a query needs next. */
export type MissingResults = { bodies: readonly string[]; tokens: readonly string[] }

/** The evaluation of a query cannot go on without a result that has not been fetched yet. */
export class ResultsMissing extends Error {}

/** Shared instance: capturing a stack trace for each round costs more than starting again. */
const missing = new ResultsMissing('results are missing')

type Fetched = { page: FetchedPage; total: number }

/**
 * The results that OpenSearch has returned for one query. Reading another one throws `ResultsMissing`; then everything
 * that was read or announced since is fetched in one request, and the evaluation starts again. So the code that decides
 * about matches runs as over an index in memory.
 */
export class FetchedResults {
  readonly #fetched = new Map<string, Fetched>()
  readonly #sizes = new Map<string, number>()
  readonly #companies = new Map<string, FoundCompany>()
  readonly #bodies = new Map<string, SearchBody>()
  readonly #tokens = new Set<string>()

  page(body: SearchBody): FetchedPage {
    return this.#read(body).page
  }

  /** The page if it has been fetched. */
  peek(body: SearchBody): FetchedPage | undefined {
    return this.#fetched.get(JSON.stringify(body))?.page
  }

  /** Companies that match, up to the limit of the body. */
  total(body: SearchBody): number {
    return this.#read(body).total
  }

  /** Companies with this term, including deleted ones that have not been merged away yet. */
  frequency(term: Term): number {
    const size = this.#sizes.get(termToken(term))
    if (size !== undefined) return size
    this.#tokens.add(termToken(term))
    throw missing
  }

  /** Fetches this result with the next one that is missing. */
  announce(body: SearchBody) {
    const text = JSON.stringify(body)
    if (!this.#fetched.has(text)) this.#bodies.set(text, body)
  }

  /** Fetches the number of companies with this term with the next result that is missing. */
  announceFrequency(term: Term) {
    const token = termToken(term)
    if (!this.#sizes.has(token)) this.#tokens.add(token)
  }

  missing(): MissingResults {
    return { bodies: [...this.#bodies.keys()], tokens: [...this.#tokens] }
  }

  /** Adds what `missing` has listed, in its order. */
  add(results: readonly SearchResult[], frequencies: ReadonlyMap<string, number>) {
    for (const [at, [text, body]] of [...this.#bodies].entries()) {
      const result = results[at]
      if (result !== undefined) this.#fetched.set(text, this.#fetchedFrom(result, body))
    }
    for (const token of this.#tokens) this.#sizes.set(token, frequencies.get(token) ?? 0)
    this.#bodies.clear()
    this.#tokens.clear()
  }

  #read(body: SearchBody): Fetched {
    const text = JSON.stringify(body)
    const fetched = this.#fetched.get(text)
    if (fetched !== undefined) return fetched
    this.#bodies.set(text, body)
    throw missing
  }

  #fetchedFrom({ hits: { total, hits } }: SearchResult, body: SearchBody): Fetched {
    const companies = hits.map((hit) => this.#companyOf(hit, body))
    const page = { companies, isLast: hits.length < body.size, end: hits.at(-1)?.sort ?? [] }
    return { page, total: total?.value ?? 0 }
  }

  /** One object for each company, whatever has returned it. */
  #companyOf({ sort, fields = {} }: SearchHit, { stored_fields: stored, docvalue_fields: values }: SearchBody) {
    const [rank, id] = [Number(sort.at(-2)), String(sort.at(-1))]
    const company = this.#companies.get(id) ?? new FoundCompany(id, rank, this.#onMissingFact)
    this.#companies.set(id, company)
    const [record] = fields.record ?? []
    company.add({
      ...(record !== undefined && { record }),
      ...(stored?.includes('long_text') === true && { longText: fields.long_text?.[0] ?? '' }),
      ...(values !== undefined && {
        foundedOn: fields.founded_on?.[0] ?? 0,
        capital: fields.capital?.[0] ?? Number.NaN,
      }),
    })
    return company
  }

  readonly #onMissingFact = ({ id }: FoundCompany): never => {
    this.page(factsBody([id]))
    throw missing
  }
}

/** Everything that is stored of these companies. */
export const factsBody = (ids: readonly string[]): SearchBody =>
  pageBody({ filter: [{ ids: { values: ids } }], size: ids.length + 1, wanted: 'everything' })
