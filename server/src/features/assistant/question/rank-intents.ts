import * as z from 'zod/mini'
import type { Token } from './tokens.ts'
import type { Cue } from './words/cue.ts'

/** A reading of a clause, and how likely it is; the scores of all readings add up to 1. */
export type RankedIntent = { label: string; score: number }
export type RankIntents = {
  /** Readings of a clause, the likeliest first. */
  (tokens: readonly Token[]): readonly RankedIntent[]
  /** Whether each pair of its characters occurs in the labelled questions, so that it is hardly a name: 门牌号, but not 碧桂园. */
  isOfQuestions: (text: string) => boolean
}

const LONGEST = 2
/** Characters of a clause that are read. */
const MOST_CHARACTERS = 120

/** 他家 is the company spoken of, 他家里 a home. */
export const spokenOf = /[他她它伊]们?家(?![里人庭属住门])/gu

/** The text of a clause with X for each company, D for days and N for amounts. */
function maskedText(tokens: readonly Token[]): string {
  const text = tokens
    .map(({ type, text: piece }) => {
      if (type === 'name') return 'X'
      if (type === 'days') return 'D'
      return type === 'amount' || type === 'limit' || type === 'age' ? 'N' : type === 'sign' ? '' : piece.toLowerCase()
    })
    .join('')
  return text.replace(spokenOf, 'X').replace(/X+/g, 'X').replace(/\d+/g, '0').slice(0, MOST_CHARACTERS)
}

/** What the words of the grammar state, as features: fact:address, kind:punishment. */
const cueFeatures = ({ facts = [], kinds = [], uncollected, intent, term, asks, compares, order }: Cue): string[] => [
  ...facts.map((fact) => `fact:${fact}`),
  ...kinds.map((kind) => `kind:${kind}`),
  ...[uncollected, intent, term, asks, order].flatMap((value) => (value === undefined ? [] : [`cue:${value}`])),
  ...(compares === true ? ['cue:compares'] : []),
]

/** Features of a clause, each once: its character n-grams (1–2) and what the words of the grammar state. */
export function featuresOf(tokens: readonly Token[]): string[] {
  const characters = ['^', ...Array.from(maskedText(tokens)), '$']
  const features = new Set(tokens.flatMap(({ cue }) => cueFeatures(cue)))
  for (let length = 1; length <= LONGEST; length += 1) {
    for (let at = 0; at + length <= characters.length; at += 1) features.add(characters.slice(at, at + length).join(''))
  }
  return [...features]
}

/** Written by data/assistant/train-intents.ts. */
const modelSchema = z.object({
  /** Of the features and labels of the examples, so that a test notices an outdated model. */
  fingerprint: z.string(),
  labels: z.array(z.string()),
  /** Logit of one unit of a weight: the step of the quantisation over the temperature that calibrates the scores. */
  unit: z.number(),
  /** Weights of the bias and of each feature, as base64: a byte for the index of a label, a byte with a sign for its weight, … */
  bias: z.string(),
  features: z.record(z.string(), z.string()),
})

/** Multinomial logistic regression. @throws Error when the file is no model. */
export function createIntentRanker(json: string): RankIntents {
  const { labels, unit, bias, features } = z.parse(modelSchema, JSON.parse(json))
  const weights = new Map(Object.entries(features).map(([feature, pairs]) => [feature, Buffer.from(pairs, 'base64')]))
  const always = Buffer.from(bias, 'base64')
  const rank = (tokens: readonly Token[]) => {
    const own = featuresOf(tokens)
    const sums = new Float64Array(labels.length)
    const addAll = (pairs: Buffer, factor: number) => {
      for (let at = 0; at < pairs.length; at += 2) {
        const label = pairs.readUInt8(at)
        sums[label] = (sums[label] ?? 0) + pairs.readInt8(at + 1) * factor
      }
    }
    addAll(always, unit)
    // Long clauses have no surer readings than short ones.
    const factor = unit / Math.sqrt(own.length)
    for (const feature of own) {
      const pairs = weights.get(feature)
      if (pairs !== undefined) addAll(pairs, factor)
    }
    const most = sums.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY)
    const powers = sums.map((sum) => Math.exp(sum - most))
    const total = powers.reduce((one, other) => one + other, 0)
    return labels
      .map((label, at) => ({ label, score: (powers[at] ?? 0) / total }))
      .sort((one, other) => other.score - one.score)
  }
  const isOfQuestions = (text: string) =>
    Array.from(text.slice(1)).every((character, at) => weights.has(text.charAt(at) + character))
  return Object.assign(rank, { isOfQuestions })
}
