import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type AgreementSources,
  type Agreements,
  composeAgreements,
  fillPlaceholders,
  fillTrackingDays,
  readAgreementSources,
} from '../domain/account/agreements.ts'
import { type MembershipRules, parseMembershipRules } from '../domain/account/membership-rules.ts'

import { createIndustries, type Industries } from '../domain/company/industries.ts'
import { createRegions, type Regions } from '../domain/company/regions.ts'

export type ReferenceData = { regions: Regions; industries: Industries; currencies: Currencies }

const dataFolder = new URL('../../../data/', import.meta.url)

/**
 * Rows of a CSV file without the header. Values contain neither comma nor quote (data/reference/build.ts checks that).
 */
function rowsOf(file: string): string[][] {
  const [, ...lines] = readFileSync(new URL(file, dataFolder), 'utf8').trimEnd().split('\n')
  return lines.map((line) => line.split(','))
}

/**
 * The tables of regions, industries and currencies, read once at start.
 * `demo` adds the regions of the demonstration companies.
 */
export function loadReferenceData({ demo }: { demo: boolean }): ReferenceData {
  const regionRows = [...rowsOf('reference/regions.csv'), ...(demo ? rowsOf('demo/regions.csv') : [])]
  return {
    regions: createRegions(regionRows.map(([code = '', name = '']) => ({ code, name }))),
    industries: createIndustries(
      rowsOf('reference/industries.csv').map(([code = '', name = '', section = '']) => ({ code, name, section })),
    ),
    currencies: createCurrencies(
      rowsOf('reference/currencies.csv').map(([code = '', unit = '', aliases = '']) => ({
        code,
        unit,
        aliases: aliases.split('|'),
      })),
    ),
  }
}

/** The term of the gift, and the choices that a claim offers. */
export const loadMembershipRules = (): MembershipRules =>
  parseMembershipRules(readFileSync(new URL('membership.json', dataFolder), 'utf8'))

/** Text of the funnel's steps. */
export const readFunnelFile = () => readFileSync(new URL('funnel.json', dataFolder), 'utf8')

/** Text of the word lists of refused questions; `file`: the operator's, undefined: the shipped one. */
export const readRefusedQuestionsFile = (file?: string) =>
  readFileSync(file ?? new URL('assistant/refused-questions.json', dataFolder), 'utf8')

/** Text of the model that ranks what a question asks. */
export const readIntentModelFile = () => readFileSync(new URL('assistant/intent-model.json', dataFolder), 'utf8')

/** Names of companies and brands that people ask about, whether or not the store has them. */
export const readOtherNamesFile = () => readFileSync(new URL('assistant/other-names.txt', dataFolder), 'utf8')

/** How the texts of agreements are completed when they are read. */
export type AgreementFilling = {
  /** Whether placeholders get neutral words. */
  fillsPlaceholders: boolean
  trackingDays: number
}
type AgreementOptions = AgreementFilling & {
  /** Folder of the operator's texts; undefined: data/agreements. */
  folder?: string | undefined
}

/** The files of the agreements, with their placeholders. @throws Error with the name of an invalid file. */
export function readAgreementFiles(folder: string | undefined): AgreementSources {
  const directory = folder ?? fileURLToPath(new URL('agreements', dataFolder))
  const read = (file: string) => readFileSync(path.join(directory, file), 'utf8')
  return readAgreementSources(read('index.json'), (type) => read(`${type}.md`))
}

/** Completes the texts and composes the agreements. @throws Error naming the agreement and its line that is no text. */
export function completeSources(
  sources: AgreementSources,
  { fillsPlaceholders, trackingDays }: AgreementFilling,
): Agreements {
  const complete = (text: string) => {
    const filled = fillTrackingDays(text, trackingDays)
    return fillsPlaceholders ? fillPlaceholders(filled) : filled
  }
  const { user_protocol, privacy_policy, membership } = sources
  return composeAgreements({
    user_protocol: { ...user_protocol, markdown: complete(user_protocol.markdown) },
    privacy_policy: { ...privacy_policy, markdown: complete(privacy_policy.markdown) },
    membership: { ...membership, markdown: complete(membership.markdown) },
  })
}

/** The agreements of the files. @throws Error with the name and line of an invalid file. */
export const loadAgreements = ({ folder, ...filling }: AgreementOptions): Agreements =>
  completeSources(readAgreementFiles(folder), filling)

type CurrencyRow = { code: string; unit: string; aliases: string[] }

/** Currencies as registers spell them. */
type Currencies = {
  /** ISO 4217 code for a code or a Chinese spelling (人民币, 美元, 港币); null for an unknown one. */
  codeOf(text: string): string | null
}

function createCurrencies(rows: readonly CurrencyRow[]): Currencies {
  const byWord = new Map(rows.flatMap((row) => [row.code, row.unit, ...row.aliases].map((word) => [word, row.code])))
  return { codeOf: (text) => byWord.get(text.trim()) ?? null }
}
