import { type CorrectionStatus, correctionStates } from '@baiqicha/contract/correction'

export type Step = { label: string; at: string | null; note: string | null }

/** What has happened, oldest first, and the states that are still to come. */
export function stepsOf({ steps, state }: Pick<CorrectionStatus, 'steps' | 'state'>): Step[] {
  const reached = correctionStates.indexOf(state)
  const ahead = correctionStates.slice(reached + 1).map((label) => ({ label, at: null, note: null }))
  return [...steps, ...ahead]
}

/** Whether the answer should have come by now and has not. */
export const isOverdue = ({ state, dueAt }: Pick<CorrectionStatus, 'state' | 'dueAt'>, now: number) =>
  state !== '已办结' && Date.parse(dueAt) < now
