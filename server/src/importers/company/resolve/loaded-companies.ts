import type { Flag } from '../../../platform/database/tables/company.ts'
import type { CompanyDraft } from './company-draft.ts'

const none: readonly CompanyDraft[] = []

function addToIndex(index: Map<string, CompanyDraft[]>, key: string, draft: CompanyDraft) {
  const others = index.get(key)
  if (others === undefined) index.set(key, [draft])
  else if (!others.includes(draft)) others.push(draft)
}

/** An invented company and a real one of the same name have nothing to do with each other. */
const demoNameKey = (isDemo: Flag, nameKey: string) => `${isDemo}${nameKey}`

/** The drafts of a batch, those stored already and those its rows have made, by all they can be told by. */
export function createLoadedCompanies() {
  const byCreditCode = new Map<string, CompanyDraft>()
  const byRegistrationNumber = new Map<string, CompanyDraft[]>()
  const byKey = new Map<string, CompanyDraft>()
  const byName = new Map<string, CompanyDraft[]>()
  const ids = new Set<string>()

  const named = (isDemo: Flag, nameKey: string): readonly CompanyDraft[] =>
    byName.get(demoNameKey(isDemo, nameKey)) ?? none

  function isAlone({ row, knownNames }: CompanyDraft) {
    for (const nameKey of knownNames) if (named(row.is_demo, nameKey).length > 1) return false
    return true
  }

  return {
    ids,

    /** To be told again when a draft has got another code, key or name. */
    add(draft: CompanyDraft) {
      const { row, keys, knownNames } = draft
      ids.add(row.id)
      if (row.credit_code !== null) byCreditCode.set(row.credit_code, draft)
      if (row.registration_number !== null) addToIndex(byRegistrationNumber, row.registration_number, draft)
      for (const key of keys) byKey.set(key, draft)
      for (const nameKey of knownNames) addToIndex(byName, demoNameKey(row.is_demo, nameKey), draft)
    },

    /** For a draft that has become part of another, which is added after. */
    drop({ row, knownNames }: CompanyDraft) {
      const without = (drafts: readonly CompanyDraft[]) => drafts.filter((draft) => draft.row !== row)
      for (const nameKey of knownNames) {
        const key = demoNameKey(row.is_demo, nameKey)
        byName.set(key, without(byName.get(key) ?? none))
      }
      const number = row.registration_number
      if (number !== null) byRegistrationNumber.set(number, without(byRegistrationNumber.get(number) ?? none))
    },

    withCreditCode: (code: string | null) => (code === null ? undefined : byCreditCode.get(code)),

    withRegistrationNumber: (number: string | null): readonly CompanyDraft[] => {
      const drafts = number === null ? none : (byRegistrationNumber.get(number) ?? none)
      return drafts.filter((draft) => draft.row.registration_number === number)
    },

    withKey: (key: string | null) => (key === null ? undefined : byKey.get(key)),

    named,

    /** The draft itself, those that share a name with it, those that share a name with these, and so on. */
    relatedByName(draft: CompanyDraft): CompanyDraft[] {
      if (isAlone(draft)) return [draft]
      const found = new Set([draft])
      for (const one of found) {
        for (const nameKey of one.knownNames) {
          for (const other of named(one.row.is_demo, nameKey)) found.add(other)
        }
      }
      return [...found]
    },
  }
}

export type LoadedCompanies = ReturnType<typeof createLoadedCompanies>
