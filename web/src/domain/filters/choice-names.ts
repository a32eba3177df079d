import type { FilterOptions } from '@baiqicha/contract/company-search'

export type FilterChoice = FilterOptions['regions'][number]

/** Name of a code of either level; the code itself when no choice has it. */
export function nameOfCode(choices: readonly FilterChoice[] | undefined, code: string): string {
  for (const choice of choices ?? []) {
    if (choice.code === code) return choice.name
    const child = choice.children.find((c) => c.code === code)
    if (child !== undefined) return child.name
  }
  return code
}

/** First-level choice of a code: itself or its parent. */
export const parentOf = (choices: readonly FilterChoice[], code: string | undefined): FilterChoice | undefined =>
  choices.find((choice) => choice.code === code || choice.children.some((child) => child.code === code))
