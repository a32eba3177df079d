import type { Evidence } from '../evidence/evidence.ts'
import { fixedSentences } from './fixed-sentences.ts'
import type { Statement } from './statement.ts'
import { allowedWordsOf, type CitedField, normalise, type StatementToken, tokensOf } from './statement-tokens.ts'
import { judgingWords } from './statement-words.ts'
import { checkComparison, checkNothingFound } from './verify/check-claim.ts'
import { checkValue, type StatedSoFar } from './verify/check-value.ts'
import {
  checkAsOf,
  checkCitations,
  checkCompanies,
  checkConditions,
  checkDifferences,
  checkTerms,
  checkUnusedWords,
} from './verify/check-whole.ts'
import { meaningAt, readTokens, type TokenSentence } from './verify/token-sentence.ts'
import { type Rejection, rejected, supported, type Verdict } from './verify/verdict.ts'
import { checkComposed } from './verify/verify-composed.ts'

/** `isStrict`: for sentences of a language model; others are composed here. */
export type VerifierOptions = { isStrict: boolean }

const fixed = new Set(fixedSentences.map(normalise))

/**
 * Whether the cited fields support a statement. A composed one is supported by its figures, dates and negatives. A sentence of
 * a language model is supported in every word: it consists of values, labels and names of its evidence and of words that
 * state no fact. A value belongs to the label, the company, the kind and the view that the sentence gives it, and each of
 * these needs a value that belongs to it.
 */
export function verifyStatement(
  { text, citations }: Statement,
  evidence: readonly Evidence[],
  { isStrict }: VerifierOptions,
): Verdict {
  if (citations.length === 0) {
    return !isStrict && fixed.has(normalise(text)) ? supported : rejected('uncited', text)
  }
  const byId = new Map(evidence.map((one) => [one.id, one]))
  const cited: CitedField[] = []
  for (const { evidenceId, fields } of citations) {
    const found = byId.get(evidenceId)
    if (found === undefined) return rejected('unknownCitation', evidenceId)
    for (const name of fields) {
      const field = found.fields[name]
      if (field === undefined) return rejected('unknownCitation', `${evidenceId}.${name}`)
      cited.push({ evidence: found, name, field })
    }
  }
  const citedEvidence = [...new Set(citations.flatMap(({ evidenceId }) => byId.get(evidenceId) ?? []))]
  if (!isStrict) return checkComposed(text, cited, citedEvidence) ?? supported
  const tokens = tokensOf(text, allowedWordsOf(cited, citedEvidence))
  const sentence = readTokens(tokens, cited, citedEvidence)
  const stated: StatedSoFar = {
    usedWords: new Set(),
    fields: new Set(),
    rows: null,
    asOf: [],
    times: new Map(),
    places: new Map(),
  }
  const rejection =
    unsupportedStretch(tokens) ??
    checkTokens(sentence, stated) ??
    checkUnusedWords(sentence, stated) ??
    checkAsOf(stated) ??
    checkConditions(stated) ??
    checkDifferences(stated) ??
    checkTerms(stated) ??
    checkCompanies(sentence, stated, evidence) ??
    checkCitations(sentence, stated)
  return rejection ?? supported
}

const entityEnd = /公司|集团|合伙|事务所|中心|合作社|分行|支行|银行|厂/u

function unsupportedStretch(tokens: readonly StatementToken[]): Rejection | null {
  const last = tokens.at(-1)
  if (last?.type !== 'unsupported') return null
  const [clause = ''] = last.text.split(/[，。；、]/u)
  if (judgingWords.some((word) => clause.startsWith(word))) return rejected('judgement', clause)
  if (entityEnd.test(clause)) return rejected('unknownEntity', clause)
  return rejected(judgingWords.some((word) => clause.includes(word)) ? 'judgement' : 'unsupportedWord', clause)
}

function checkTokens(sentence: TokenSentence, stated: StatedSoFar): Rejection | null {
  for (const at of sentence.tokens.keys()) {
    const rejection = checkToken(sentence, at, stated)
    if (rejection !== null) return rejection
  }
  return null
}

function checkToken(sentence: TokenSentence, at: number, stated: StatedSoFar): Rejection | null {
  const meaning = meaningAt(sentence, at)
  if (meaning !== null && meaning.values.length === 0) {
    if (meaning.isComparison) return checkComparison(sentence, at, stated)
    if (meaning.statesNothingFound) return checkNothingFound(sentence, at, stated)
  }
  return checkValue(sentence, at, stated)
}
