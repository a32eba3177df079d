import type { CompanySummary } from '@baiqicha/contract/company-summary'

/** What the user wants: to follow a company in a group (empty: none), or to follow it no longer. */
export type FollowChange = Follow | Unfollow
type Follow = {
  company: CompanySummary
  isFollowed: true
  group: string
  /** Undoes the end of a follow. */
  isUndo?: true
}

type Unfollow = {
  company: CompanySummary
  isFollowed: false
  /** The limit of the level does not permit to follow the company again. */
  isFinal: boolean
}

/** State and actions of the button 关注 of one company. */
export type FollowControl = {
  isFollowed: boolean
  /** Empty: none. */
  group: string
  /** All groups of the user. */
  groups: readonly string[]
  toggle: () => void
  moveTo: (group: string) => void
  /** Whether the choice of a group is open. */
  isGrouping: boolean
  setIsGrouping: (isGrouping: boolean) => void
}

/** Shows what became of a change. */
export type FollowNotices = {
  /** Whether the user wants to end a follow that cannot be undone. */
  confirmFinal: () => Promise<boolean>
  /** `groupBefore`: undefined when the user did not follow the company. */
  onChanged: (of: {
    change: FollowChange
    groupBefore: string | undefined
    undo: () => void
    chooseGroup: () => void
  }) => void
  /** `openMembers`: null when a membership would not help. */
  onRefused: (of: { message: string; openMembers: (() => void) | null }) => Promise<void>
}
