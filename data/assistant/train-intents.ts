/**
 * Writes intent-model.json from the labelled questions: `node data/assistant/train-intents.ts`. The same examples always
 * give the same file.
 */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { type Example, readExamples } from './examples.ts'

const ROUNDS = 8
const STEP = 1.2
const DECAY = 2e-5
/** Rounds with the weights that are kept. */
const LAST_ROUNDS = 4
/** Weights are multiples of this; smaller ones are left out. */
const QUANTUM = 0.1
const SMALLEST = 11
/** A feature of one example is a word of its writer. */
const LEAST_EXAMPLES = 2

export const fingerprintOf = (examples: readonly Example[]): string =>
  createHash('sha256')
    .update(JSON.stringify(examples.map(({ label, features }) => [label, features])))
    .digest('hex')

type Weights = {
  labels: readonly string[]
  index: ReadonlyMap<string, number>
  bias: Float64Array
  weights: Float64Array
}

const indexesOf = (features: readonly string[], index: ReadonlyMap<string, number>) =>
  features.flatMap((feature) => index.get(feature) ?? [])

function logitsOf(features: readonly string[], { labels, index, bias, weights }: Weights): Float64Array {
  const sums = Float64Array.from(bias)
  const factor = 1 / Math.sqrt(features.length)
  for (const at of indexesOf(features, index)) {
    for (let label = 0; label < labels.length; label += 1)
      sums[label] = (sums[label] ?? 0) + (weights[at * labels.length + label] ?? 0) * factor
  }
  return sums
}

function softmax(logits: Float64Array, scale = 1): Float64Array {
  const most = Math.max(...logits)
  const powers = logits.map((logit) => Math.exp((logit - most) * scale))
  const total = powers.reduce((one, other) => one + other, 0)
  return powers.map((power) => power / total)
}

/** Sets small weights to 0. Which weights are kept, as 1. */
function withoutSmall(weights: Float64Array): Uint8Array {
  const kept = Uint8Array.from(weights, (weight) => Number(isLarge(weight)))
  weights.forEach((_, at) => {
    if (kept[at] === 0) weights[at] = 0
  })
  return kept
}
const isLarge = (weight: number) => Math.abs(Math.round(weight / QUANTUM)) >= SMALLEST

/**
 * Multinomial logistic regression with AdaGrad, in a fixed order that visits every part of the list alike. Its last rounds train the
 * weights that the file has room for, so that they make up for the others.
 */
function train(examples: readonly Example[]): Weights {
  const labels = [...new Set(examples.map(({ label }) => label))].sort()
  const counts = new Map<string, number>()
  for (const { features } of examples)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  const known = [...counts].flatMap(([feature, count]) => (count < LEAST_EXAMPLES ? [] : feature)).sort()
  const index = new Map(known.map((feature, at) => [feature, at]))
  const size = labels.length
  const model = { labels, index, bias: new Float64Array(size), weights: new Float64Array(known.length * size) }
  const [biasSquares, squares] = [new Float64Array(size).fill(1), new Float64Array(known.length * size).fill(1e-2)]
  const rows = examples.map(({ label, features }) => ({
    label: labels.indexOf(label),
    features,
    indexes: indexesOf(features, index),
    factor: 1 / Math.sqrt(features.length),
  }))
  const stride = 617
  let kept: Uint8Array | null = null
  for (let round = 0; round < ROUNDS + LAST_ROUNDS; round += 1) {
    if (round === ROUNDS) kept = withoutSmall(model.weights)
    for (let turn = 0; turn < rows.length; turn += 1) {
      const row = rows[(turn * stride + round) % rows.length]
      if (row === undefined) continue
      const chances = softmax(logitsOf(row.features, model))
      for (let label = 0; label < size; label += 1) {
        const gradient = (chances[label] ?? 0) - (label === row.label ? 1 : 0)
        if (Math.abs(gradient) < 1e-4) continue
        biasSquares[label] = (biasSquares[label] ?? 0) + gradient * gradient
        model.bias[label] = (model.bias[label] ?? 0) - (0.1 * gradient) / Math.sqrt(biasSquares[label] ?? 1)
        const own = gradient * row.factor
        for (const at of row.indexes) {
          const cell = at * size + label
          if (kept?.[cell] === 0) continue
          const old = model.weights[cell] ?? 0
          const slope = own + DECAY * old
          squares[cell] = (squares[cell] ?? 0) + slope * slope
          model.weights[cell] = old - (STEP * slope) / Math.sqrt(squares[cell] ?? 1)
        }
      }
    }
  }
  return model
}

const FOLDS = 5

type Judged = { example: Example; logits: Float64Array; labels: readonly string[] }

/** Logits of every example by a model that has seen neither it nor a variant of it. */
function crossValidate(examples: readonly Example[]): Judged[] {
  const places = new Map([...new Set(examples.map(({ question }) => question))].map((question, at) => [question, at]))
  const foldOf = ({ question }: Example) => (places.get(question) ?? 0) % FOLDS
  return Array.from({ length: FOLDS }, (_, fold) => {
    const model = train(examples.filter((example) => foldOf(example) !== fold))
    return examples
      .filter((example) => foldOf(example) === fold)
      .map((example) => ({ example, logits: logitsOf(example.features, model), labels: model.labels }))
  }).flat()
}

/** Scale of the logits under which the right labels of unseen examples are likeliest. */
function calibrate(judged: readonly Judged[]): number {
  const lossOf = (scale: number) =>
    judged.reduce((sum, { example, logits, labels }) => {
      const at = labels.indexOf(example.label)
      return sum - Math.log(Math.max(1e-6, at === -1 ? 1e-6 : (softmax(logits, scale)[at] ?? 0)))
    }, 0)
  const scales = Array.from({ length: 40 }, (_, at) => 0.1 + at * 0.05)
  const losses = scales.map(lossOf)
  return scales[losses.indexOf(Math.min(...losses))] ?? 1
}

/** Most of a byte with a sign. */
const LARGEST = 127

/** Index of a label and its weight, a byte each, as base64. */
const quantised = (row: Float64Array): string => {
  const pairs = Array.from(row, (weight) => Math.round(weight / QUANTUM)).flatMap((weight, label) =>
    weight === 0 ? [] : [label, Math.max(-LARGEST, Math.min(LARGEST, weight))],
  )
  return Buffer.from(Int8Array.from(pairs).buffer).toString('base64')
}

function write(examples: readonly Example[]) {
  const judged = crossValidate(examples)
  const scale = calibrate(judged)
  const ranked = judged.map(({ example, logits, labels }) => {
    const own = logits[labels.indexOf(example.label)] ?? Number.NEGATIVE_INFINITY
    return logits.filter((logit) => logit > own).length
  })
  const share = (within: number) => ((100 * ranked.filter((rank) => rank < within).length) / ranked.length).toFixed(1)
  const model = train(examples)
  const size = model.labels.length
  const file = {
    fingerprint: fingerprintOf(examples),
    labels: model.labels,
    unit: QUANTUM * scale,
    bias: quantised(model.bias),
    features: Object.fromEntries(
      [...model.index].flatMap(([feature, at]) => {
        const pairs = quantised(model.weights.subarray(at * size, (at + 1) * size))
        return pairs === '' ? [] : [[feature, pairs]]
      }),
    ),
  }
  const text = `${JSON.stringify(file)}\n`
  writeFileSync(new URL('intent-model.json', import.meta.url), text)
  process.stdout.write(
    `${examples.length} examples, ${size} labels, ${text.length} bytes, scale ${scale.toFixed(2)}; of unseen examples right first ${share(1)} %, within three ${share(3)} %\n`,
  )
}

if (import.meta.main) write(readExamples())
