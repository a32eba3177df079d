import { diffArrays } from 'diff'
import { type ChangeDiff, type DiffPart, dropEmpty } from './diff-parts.ts'

/** A Han character, a run of letters and digits, or any other sign. */
const tokens = (text: string) => text.match(/[A-Za-z0-9.]+|[\s\S]/gu) ?? []

type Step = { same: string; removed: string; added: string; length: number }

/** Beyond this many edits the texts have nothing to do with each other, and looking on would take long. */
const MOST_EDITS = 600
/** Fewer tokens in common than this, between two changes, are chance: 号 in two addresses. */
const CHANCE = 2
/** Texts that share less of the longer one are two texts, and not one with changes. */
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

/** Changes side by side become one, together with what chance left between them. */
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

/** Two texts, word by word where they are versions of one, else as a whole. */
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
