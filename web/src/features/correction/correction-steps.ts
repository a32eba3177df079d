import { type CorrectionStatus, correctionStates } from '@baiqicha/contract/correction'

export type ShownStep = { label: string; at: string | null; note: string | null }

/** Past steps, oldest first, followed by the future states. */
export function stepsOf({ steps, state }: Pick<CorrectionStatus, 'steps' | 'state'>): ShownStep[] {
  const reached = correctionStates.indexOf(state)
  const ahead = correctionStates.slice(reached + 1).map((label) => ({ label, at: null, note: null }))
  return [...steps, ...ahead]
}

/** Whether the due date has passed without a result. */
export const isOverdue = ({ state, dueAt }: Pick<CorrectionStatus, 'state' | 'dueAt'>, now: number) =>
  state !== '已办结' && Date.parse(dueAt) < now
