export type ChoiceKind = 'career' | 'industry'

/** 两 stands before what is counted, 二 does not. */
const counts = '零一两三四五六七八九'

/** What is said at one choice too many (SPEC §5). */
export function tooManyChoicesMessage(kind: ChoiceKind, limit: number): string {
  const count = counts[limit] ?? String(limit)
  return `${kind === 'career' ? '身份' : '每项'}最多选择${count}个`
}

/** Chooses what was not chosen and the other way round; null when that would be one too many. */
export function toggleChoice(chosen: readonly string[], id: string, limit: number): readonly string[] | null {
  if (chosen.includes(id)) return chosen.filter((chosenId) => chosenId !== id)
  return chosen.length >= limit ? null : [...chosen, id]
}
