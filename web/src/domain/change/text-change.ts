import { diffArrays } from 'diff'
import { type ChangeDiff, type DiffPart, dropEmpty } from './diff-parts.ts'

/** One token per Han character, per run of letters and digits, and per other character. */
const tokens = (text: string) => text.match(/[A-Za-z0-9.]+|[\s\S]/gu) ?? []

type Step = { same: string; removed: string; added: string; length: number }

/** Stops the diff beyond this many edits: the texts are unrelated, and the diff takes quadratic time. */
const MOST_EDITS = 600
/** Shorter runs of equal tokens between two changes are coincidence, such as 号 in two addresses. */
const CHANCE = 2
/** Smallest share of the longer text that must be equal for the texts to count as versions of one another. */
const LEAST_SHARED = 0.2

function stepsOf(before: string, after: string): Step[] | null {
  const changes = diffArrays(tokens(before), tokens(after), { maxEditLength: MOST_EDITS })
  return (
    changes?.map(({ value, added, removed }) => {
      const text = value.join('')
      return {
        same: added || removed ? '' : text,
        removed: removed ? text : '',
        added: added ? text : '',
        length: value.length,
      }
    }) ?? null
  )
}

/** Joins adjacent changes, together with coincidental equal tokens between them. */
function joinChanges(steps: readonly Step[]): Step[] {
  const joined: Step[] = []
  for (const [at, step] of steps.entries()) {
    const last = joined.at(-1)
    const isBetween = last !== undefined && last.same === '' && at < steps.length - 1
    if (isBetween && step.same !== '' && step.length <= CHANCE) {
      last.removed += step.same
      last.added += step.same
    } else if (last !== undefined && last.same === '' && step.same === '') {
      last.removed += step.removed
      last.added += step.added
    } else {
      joined.push({ ...step })
    }
  }
  return joined
}

const whole = (text: string, change: DiffPart['change']) => dropEmpty([{ text, change }])

/** Diffs two texts token by token when they are versions of one another, otherwise as a whole. */
export function diffTexts(before: string, after: string): ChangeDiff {
  const steps = joinChanges(stepsOf(before, after) ?? [])
  const shared = steps.reduce((sum, { same }) => sum + same.length, 0)
  if (shared < LEAST_SHARED * Math.max(before.length, after.length)) {
    return { before: whole(before, 'removed'), after: whole(after, 'added'), note: null }
  }
  const side = (of: 'removed' | 'added') =>
    dropEmpty(
      steps.flatMap((step): DiffPart[] => [
        { text: step.same, change: 'same' },
        { text: step[of], change: of },
      ]),
    )
  return { before: side('removed'), after: side('added'), note: null }
}
