import { readFileSync, writeFileSync } from 'node:fs'
import type { IndexableCompany } from '../../server/src/domain/indexable-company.ts'
import { seededRandom } from '../../server/test/seeded-random.ts'

/** Companies that queries are drawn from, each list a fair draw from all that have the fact. Without their long texts. */
export type Sample = { everyone: IndexableCompany[]; withPerson: IndexableCompany[]; withPhone: IndexableCompany[] }

const MOST = 20_000

/** Sees every company once and keeps a fair draw of them, whatever their number. */
export function createSampler(seed: number) {
  const random = seededRandom(seed)
  const reservoir = () => {
    const kept: IndexableCompany[] = []
    let seen = 0
    const offer = (company: IndexableCompany) => {
      const at = seen < MOST ? seen : random.below(seen + 1)
      seen += 1
      if (at < MOST) kept[at] = { ...company, scope: null, address: null }
    }
    return { kept, offer }
  }
  const [everyone, withPerson, withPhone] = [reservoir(), reservoir(), reservoir()]
  return {
    see(company: IndexableCompany) {
      everyone.offer(company)
      if (company.legalRepresentative !== null) withPerson.offer(company)
      if (company.phones.length > 0) withPhone.offer(company)
    },
    sample: (): Sample => ({ everyone: everyone.kept, withPerson: withPerson.kept, withPhone: withPhone.kept }),
  }
}

export const writeSample = (file: string, sample: Sample) => writeFileSync(file, JSON.stringify(sample))

export function readSample(file: string): Sample {
  const sample: Sample = JSON.parse(readFileSync(file, 'utf8'))
  return sample
}
