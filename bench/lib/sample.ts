import type { IndexableCompany } from '../../server/src/domain/company/indexable-company.ts'
import { seededRandom } from '../../server/test/builders/seeded-random.ts'
import { type CompanyOrigin, companiesOf } from './generated-companies.ts'

/** Companies to draw queries from, without their long texts; each list is a uniform draw from all that have the fact. */
export type Sample = { everyone: IndexableCompany[]; withPerson: IndexableCompany[]; withPhone: IndexableCompany[] }

const SIZE = 20_000
const SEED = 1

/** Reservoir sampling in one pass. */
export async function drawSample(origin: CompanyOrigin): Promise<Sample> {
  const random = seededRandom(SEED)
  const createReservoir = () => {
    const drawn: IndexableCompany[] = []
    let seen = 0
    const offer = (company: IndexableCompany) => {
      const at = seen < SIZE ? seen : random.below(seen + 1)
      seen += 1
      if (at < SIZE) drawn[at] = { ...company, scope: null, address: null }
    }
    return { drawn, offer }
  }
  const [everyone, withPerson, withPhone] = [createReservoir(), createReservoir(), createReservoir()]
  for await (const company of companiesOf(origin)) {
    everyone.offer(company)
    if (company.legalRepresentative !== null) withPerson.offer(company)
    if (company.phones.length > 0) withPhone.offer(company)
  }
  return { everyone: everyone.drawn, withPerson: withPerson.drawn, withPhone: withPhone.drawn }
}
