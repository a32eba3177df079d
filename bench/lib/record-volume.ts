import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { type SeededRandom, seededRandom } from '../../server/test/builders/seeded-random.ts'
import { GENERATOR_VERSION, generatedCompanies } from './generated-companies.ts'
import { type RecordRow, rowOfKind, type VolumeCompany, volumeKinds } from './record-volume-rows.ts'

/** As many fictional companies and records as `--companies` asks for, which a seed decides. */

/** Counted up with every change of what a seed gives. */
export const VOLUME_VERSION = `1.${GENERATOR_VERSION}`
export const RECORDS_PER_COMPANY = 3

/** Rows of companies in the canonical format. Every name begins with 演示: nothing below is said of anybody. */
export function* volumeCompanies(count: number, seed: number) {
  for (const company of generatedCompanies(count, seed)) {
    const creditCode = company.creditCode ?? ''
    yield {
      name: `演示${company.name}`,
      creditCode,
      status: company.status,
      foundedOn: company.foundedOn ?? '2001-01-01',
      legalRepresentative: '演示甲',
      region: creditCode.slice(2, 8),
      industry: company.industryCode,
      capitalValue: company.capital ?? 100,
      scope: company.scope ?? '',
      address: company.address ?? '',
    }
  }
}

/** How the records are spread: most companies have few, one in a thousand hundreds, a handful ten thousand judgments. */
const BUSY = 1_000
const BUSY_SHARE = 0.17
const HEAVIEST_JUDGMENTS = 10_000
const HEAVIEST_SHARE = 0.03

const kindsByShare = volumeKinds.map(({ key, share }) => ({ key, share }))
const totalShare = kindsByShare.reduce((sum, { share }) => sum + share, 0)

/** How many records of each kind there are of so many companies. */
export const volumeOf = (companies: number): { key: RecordKindKey; count: number }[] =>
  kindsByShare.map(({ key, share }) => ({
    key,
    count: Math.max(1, Math.round((companies * RECORDS_PER_COMPANY * share) / totalShare)),
  }))

/** Places of companies that records are about. */
function drawPlaces(companies: number, { next, below }: SeededRandom) {
  const busy = Math.max(1, Math.floor(companies / BUSY))
  const heaviest = Math.max(1, Math.floor((companies * RECORDS_PER_COMPANY * HEAVIEST_SHARE) / HEAVIEST_JUDGMENTS))
  const ofAll = () => below(companies)
  return {
    // The busy stand apart from the heaviest, all over the register.
    any: () => (next() < BUSY_SHARE ? ((heaviest + below(busy)) * 733) % companies : ofAll()),
    heaviest: () => (below(heaviest) * 733) % companies,
    other: ofAll,
  }
}

/** Rows of one kind, and of which company each is: `onSubject` is told its place. */
export function* volumeRecords(
  key: RecordKindKey,
  count: number,
  companies: readonly VolumeCompany[],
  { seed, onSubject }: { seed: number; onSubject: (place: number) => void },
): Generator<RecordRow, void, undefined> {
  const random = seededRandom(seed + volumeKinds.findIndex((kind) => kind.key === key))
  const places = drawPlaces(companies.length, random)
  const heavy = key === 'judicialDocument' ? Math.round(companies.length * RECORDS_PER_COMPANY * HEAVIEST_SHARE) : 0
  for (let at = 0; at < count; at += 1) {
    const place = at < heavy ? places.heaviest() : places.any()
    const [company, other] = [companies[place], companies[places.other()]]
    if (company === undefined || other === undefined) throw new RangeError('there are no companies')
    onSubject(place)
    yield rowOfKind(key, { at, company, other, random })
  }
}
