import type { CompanyDetail, Provenance } from '@baiqicha/contract/company-detail'
import { companyFacts, type Fact } from '@baiqicha/contract/company-facts'
import { formatAmount, formatDate } from '../../lib/format.ts'
import { statusTone } from '../company/company-tags.tsx'
import { placeholderColour } from '../company/logo-placeholder.tsx'
import { groupBySource, sourceKey } from '../company/source-summary.tsx'
import { toOneLine } from './wrap-text.ts'

/** A sentence of a perspective with its source. */
export type PosterStatement = { label: string; text: string; source: Provenance }

/** What a poster shows of a perspective instead of the register facts. No sentence names a person. */
export type PosterPerspective = {
  title: string
  statements: readonly PosterStatement[]
  /** What the user checked at official sites, as in 2 / 6，有 1 处; null: nothing. */
  checked: string | null
}

/** The facts of a company that a poster shows. Persons, contacts and risks are none of them. */
export type PosterCompany = { perspective?: PosterPerspective } & Pick<
  CompanyDetail,
  | 'id'
  | 'name'
  | 'logoText'
  | 'isDemo'
  | 'creditCode'
  | 'listings'
  | 'status'
  | 'foundedOn'
  | 'region'
  | 'registeredCapital'
  | 'provenance'
  | 'factProvenance'
>

/** `isSentence`: a text of up to two lines beside its label. */
type PosterRow = { label: string; value: string; tone?: 'green' | 'red'; isSentence?: true }

/** Source and date of the facts that `subject` names; the subject is empty when one source states all of them. */
export type PosterSource = { subject: string; name: string; asOf: string | null }

/** Up to four characters, and the CSS colour behind them. */
export type PosterLogo = { text: string; colour: string }

type CommonContent = {
  isDemo: boolean
  /** At the right of the brand. */
  title: string
  sources: readonly PosterSource[]
}
export type CompanyPosterContent = CommonContent & { name: string; logo: PosterLogo; rows: readonly PosterRow[] }

/** `values`: in the order of the columns; null: absent. */
export type ComparedPosterRow = { label: string; values: readonly ({ text: string; note: string | null } | null)[] }
/** What the poster of 企业对比 says. */
export type ComparisonPosterContent = CommonContent & {
  columns: readonly { name: string; logo: PosterLogo }[]
  rows: readonly ComparedPosterRow[]
}

export type PosterContent = CompanyPosterContent | ComparisonPosterContent

/** What 企业对比 gives to its poster: rows without persons, contacts and risks. */
export type PosterComparison = {
  companies: readonly { id: string; name: string; logoText: string; isDemo: boolean }[]
  rows: readonly ComparedPosterRow[]
  sources: readonly PosterSource[]
}

/** What a poster is drawn of. */
export type PosterSubject = PosterCompany | PosterComparison

/** Value of a fact that no source states. */
export const NOT_RECORDED = '未收录'

/** 信用代码; the code of the first listing when no source states one. */
function codeRow({ creditCode, listings: [listing] }: PosterCompany): PosterRow & { fact: Fact } {
  if (creditCode === null && listing !== undefined) return { label: '证券代码', value: listing.code, fact: 'listings' }
  return { label: '统一社会信用代码', value: creditCode ?? NOT_RECORDED, fact: 'creditCode' }
}

function rowsOf(company: PosterCompany): (PosterRow & { fact: Fact })[] {
  const { status, foundedOn, registeredCapital: capital } = company
  return [
    codeRow(company),
    status === null || status === '其他'
      ? { label: '登记状态', value: NOT_RECORDED, fact: 'status' }
      : { label: '登记状态', value: status, tone: statusTone(status), fact: 'status' },
    { label: '成立日期', value: foundedOn === null ? NOT_RECORDED : formatDate(foundedOn), fact: 'foundedOn' },
    {
      label: '注册资本',
      value: capital === null ? NOT_RECORDED : formatAmount(capital.value, capital.unit),
      fact: 'registeredCapital',
    },
  ]
}

const posterSource = ({ subject, name, asOf }: PosterSource): PosterSource => ({ subject, name: toOneLine(name), asOf })

/** Sources of the facts, in the order of the poster. */
function sourcesOf(
  { provenance, factProvenance = {} }: PosterCompany,
  facts: readonly { label: string; fact: Fact }[],
): PosterSource[] {
  const stated = facts.flatMap(({ label, fact }) => {
    const source = factProvenance[fact] ?? provenance[companyFacts[fact].group]
    return source === undefined ? [] : [[label, source] as const]
  })
  const sources = groupBySource(stated).map(posterSource)
  return sources.length === 1 ? sources.map((source) => ({ ...source, subject: '' })) : sources
}

/** Rows that fit a poster, and sources that fit below them. */
const ROWS = 5
const SOURCES = 4

/** The first sentences of a perspective with their sources, and what the user checked. */
function perspectiveParts({
  title,
  statements,
  checked,
}: PosterPerspective): Pick<CompanyPosterContent, 'title' | 'rows' | 'sources'> {
  const room = ROWS - (checked === null ? 0 : 1)
  const shown: PosterStatement[] = []
  const sources = new Set<string>()
  for (const statement of statements) {
    const key = sourceKey(statement.source)
    // A sentence without its source is left out.
    if (shown.length === room || (!sources.has(key) && sources.size === SOURCES)) continue
    shown.push(statement)
    sources.add(key)
  }
  return {
    title,
    rows: [
      ...shown.map(({ label, text }) => ({ label, value: toOneLine(text), isSentence: true as const })),
      ...(checked === null ? [] : [{ label: '本人核查', value: checked, isSentence: true as const }]),
    ],
    sources: groupBySource(shown.map(({ label, source }) => [label, source] as const)).map(posterSource),
  }
}

/** Logo of a company on a poster. */
const posterLogo = ({ id, name, logoText }: { id: string; name: string; logoText: string }): PosterLogo => ({
  text: toOneLine(logoText) || toOneLine(name),
  colour: placeholderColour(id),
})

/** What the poster of a company says. */
export function posterContentOf(company: PosterCompany): CompanyPosterContent {
  const rows = rowsOf(company)
  const stated = rows.filter(({ value }) => value !== NOT_RECORDED)
  const name = toOneLine(company.name)
  const head = {
    name,
    logo: posterLogo(company),
    isDemo: company.isDemo,
  }
  if (company.perspective !== undefined) return { ...head, ...perspectiveParts(company.perspective) }
  return {
    ...head,
    title: '企业信息',
    rows: rows.map(({ fact: _fact, ...row }) => ({ ...row, value: toOneLine(row.value) })),
    sources: sourcesOf(company, [{ label: '企业名称', fact: 'name' }, ...stated]),
  }
}

/** What the poster of a comparison says. */
export const comparisonContentOf = ({ companies, rows, sources }: PosterComparison): ComparisonPosterContent => ({
  title: '企业对比',
  isDemo: companies.some(({ isDemo }) => isDemo),
  columns: companies.map((company) => ({ name: toOneLine(company.name), logo: posterLogo(company) })),
  rows: rows.map(({ label, values }) => ({
    label,
    values: values.map((value) => value && { ...value, text: toOneLine(value.text) }),
  })),
  sources: sources.map(posterSource),
})
