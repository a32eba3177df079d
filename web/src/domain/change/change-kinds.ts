import { changeKinds } from '@baiqicha/contract/records/change-record/kind'

const rank = (kind: string) => {
  const at = changeKinds.findIndex((known) => known === kind)
  return at === -1 ? changeKinds.length - 1.5 : at
}

/** Filter options in a fixed order: 其他 last, words of a source that are not in the vocabulary before it. */
export const sortChangeKinds = <Option extends { value: string }>(options: readonly Option[]): Option[] =>
  options.toSorted((one, other) => rank(one.value) - rank(other.value))
