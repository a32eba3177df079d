import type { FilterOptions } from '@baiqicha/contract/company-search'

/** GB/T 4754: a letter for a section, two digits for a division, three for a group, four for a class. */
export type IndustryRow = { code: string; name: string; section: string }

/** The industries of GB/T 4754-2017, in memory. */
export type Industries = {
  /** The table. */
  rows: readonly IndustryRow[]
  nameOf(code: string | null): string | null
  /** C for 36 and for 3611; null for an unknown code. */
  sectionOf(code: string | null): string | null
  /** Code for a code or name as sources write it: C, 36, C36, 汽车制造业. null when nothing matches. */
  codeOf(text: string): string | null
  /** Code as shown: C36. */
  displayCode(code: string | null): string | null
  /** Sections with their divisions. */
  choices(): FilterOptions['industries']
}

export function createIndustries(rows: readonly IndustryRow[]): Industries {
  const byCode = new Map(rows.map((row) => [row.code, row]))
  // When levels share a name, the last level of this list wins. A division with the name of its section (房地产业) covers
  // the whole section, so it is the more precise choice.
  const weakestFirst = [4, 3, 1, 2]
  const byName = new Map(
    weakestFirst
      .flatMap((length) => rows.filter((row) => row.code.length === length))
      .map((row) => [row.name, row.code]),
  )
  const sectionOf = (code: string | null) => (code === null ? null : (byCode.get(code)?.section ?? null))

  return {
    rows,
    nameOf: (code) => (code === null ? null : (byCode.get(code)?.name ?? null)),
    sectionOf,
    codeOf: (text) => {
      const word = text.trim()
      if (byCode.has(word)) return word
      const [, section, digits] = /^([A-T])(\d{2,4})$/.exec(word) ?? []
      if (digits !== undefined) return byCode.get(digits)?.section === section ? digits : null
      return byName.get(word) ?? null
    },
    displayCode: (code) => {
      const section = sectionOf(code)
      return code === null || section === null ? null : code === section ? code : section + code
    },
    choices: () =>
      rows
        .filter((row) => row.code === row.section)
        .map((section) => ({
          code: section.code,
          name: section.name,
          children: rows
            .filter((row) => row.section === section.code && row.code.length === 2)
            .map(({ code, name }) => ({ code, name })),
        })),
  }
}
