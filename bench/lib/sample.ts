import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { IndexableCompany } from '../../server/src/domain/company/indexable-company.ts'
import { FORMAT_VERSION } from '../../server/src/search/segment/segment-format.ts'
import { seededRandom } from '../../server/test/builders/seeded-random.ts'
import { keptStore } from './bench-store.ts'
import { type CompanyOrigin, companiesOf } from './company-sources.ts'

/** Companies that queries are drawn from, each list a fair draw from all that have the fact. Without their long texts. */
export type Sample = { everyone: IndexableCompany[]; withPerson: IndexableCompany[]; withPhone: IndexableCompany[] }

const MOST = 20_000
const SEED = 1
const file = 'sample.json'

/** Sees every company once and keeps a fair draw of them, whatever their number. */
function createSampler(seed: number) {
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

/** The same companies from one bench to the next: what differs is drawn from them. `state`: another one means others. */
export async function openSample(name: string, origin: CompanyOrigin, state: string): Promise<Sample> {
  const folder = await keptStore({
    name,
    madeFrom: JSON.stringify({ origin, state, format: FORMAT_VERSION }),
    gibibytes: 1,
    build: async (target) => {
      const sampler = createSampler(SEED)
      for await (const company of companiesOf(origin)) sampler.see(company)
      writeFileSync(path.join(target, file), JSON.stringify(sampler.sample()))
    },
  })
  const sample: Sample = JSON.parse(readFileSync(path.join(folder, file), 'utf8'))
  return sample
}
