import { type SearchAnswer, searchAnswerSchema, suggestAnswerSchema } from '@baiqicha/contract/company-search'
import { API_BASE, routes } from '@baiqicha/contract/routes'
import type { Page, Response } from 'playwright-core'

const paths = { suggestions: API_BASE + routes.companySuggest.path, results: API_BASE + routes.companySearch.path }

type AnswerKind = 'suggestions' | 'results' | 'count'

/** One answer as the page saw it: from its request's first byte out to its last byte in. */
export type SeenAnswer = { kind: AnswerKind; query: URLSearchParams; milliseconds: number }

/** What a request asks for; null for what is no search. */
function kindOf({ pathname, searchParams }: URL): AnswerKind | null {
  if (pathname === paths.suggestions) return 'suggestions'
  if (pathname !== paths.results) return null
  // The filter sheet asks for one row, to say how many there would be.
  return searchParams.has('pageSize') ? 'count' : 'results'
}

/** Fills with the answers of search and suggestions as they arrive. */
export function watchAnswers(page: Page): SeenAnswer[] {
  const answers: SeenAnswer[] = []
  page.on('requestfinished', (request) => {
    const url = new URL(request.url())
    const kind = kindOf(url)
    const { requestStart, responseEnd } = request.timing()
    if (kind !== null) answers.push({ kind, query: url.searchParams, milliseconds: responseEnd - requestStart })
  })
  return answers
}

const answerTo = (page: Page, wanted: AnswerKind, query: Record<string, string>): Promise<Response> =>
  page.waitForResponse((response) => {
    const url = new URL(response.url())
    return (
      kindOf(url) === wanted && Object.entries(query).every(([name, value]) => url.searchParams.get(name) === value)
    )
  })

async function dataOf(response: Response): Promise<unknown> {
  if (!response.ok()) throw new Error(`${response.url()} was answered with ${response.status()}`)
  const { data }: { data: unknown } = await response.json()
  return data
}

/** Waits for the suggestions to a text; their names. */
export async function suggestionsFor(page: Page, keyword: string): Promise<string[]> {
  const response = await answerTo(page, 'suggestions', { keyword })
  return suggestAnswerSchema.parse(await dataOf(response)).list.map(({ name }) => name)
}

/** Waits for the first page of results under these conditions. */
export async function resultsFor(page: Page, conditions: Record<string, string>): Promise<SearchAnswer> {
  const response = await answerTo(page, 'results', { ...conditions, page: '1' })
  return searchAnswerSchema.parse(await dataOf(response))
}

/** Names of the suggestions the page shows. */
export async function suggestionsShown(page: Page): Promise<string[]> {
  const suggestions = page.getByRole('region', { name: '联想结果' })
  await suggestions.waitFor()
  return suggestions.getByRole('link').locator('bdi:first-child').allTextContents()
}

/** Waits until the page shows what was answered last, and gives what it says of it, as in 共 1000+ 家. */
export async function headingShown(page: Page): Promise<string> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main [aria-busy="true"]')].every((element) => !element.checkVisibility()),
  )
  const heading = page.getByRole('heading', { level: 2, name: /^(共|没有找到|索引准备中|没能加载)/ })
  return (await heading.textContent()) ?? ''
}

/** Rows that tell of a risk and are no demonstration: there is no such fact of anyone real in the store. */
export const accusedRows = (page: Page): Promise<number> =>
  page
    .getByRole('link')
    .filter({ hasText: /失信被执行人|被执行人|限制高消费/ })
    .filter({ hasNotText: '演示数据' })
    .count()

/** Opens the sheet of orders and chooses one. */
export async function chooseSort(page: Page, present: string, wanted: string): Promise<void> {
  await page.getByRole('button', { name: present }).click()
  await page.getByRole('dialog').getByRole('button', { name: wanted }).click()
}
