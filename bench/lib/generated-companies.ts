import { creditCodeCheck } from '../../server/src/domain/company/credit-code.ts'
import type { IndexableCompany } from '../../server/src/domain/company/indexable-company.ts'
import { prominenceOf } from '../../server/src/domain/company/prominence.ts'
import { type SeededRandom, seededRandom } from '../../server/test/builders/seeded-random.ts'
import { createWords } from './generated-words.ts'

/** Counted up with every change of what a seed gives: kept stores of another version are made again. */
export const GENERATOR_VERSION = 2

/**
 * `count` fictional companies that `seed` decides, one at a time: composed names, credit codes in regions that do not
 * exist, phone numbers in a block nobody has. One in five has an address and a scope, as in the registry files.
 */
export function* generatedCompanies(count: number, seed: number): Generator<IndexableCompany, void, undefined> {
  const random = seededRandom(seed)
  const words = createWords(random)
  const recordsOf = recordsFrom(seededRandom(seed + 1))
  for (let index = 0; index < count; index += 1) yield { ...generated(index, random, words), ...recordsOf() }
}

/** One company in five tells its shareholders and key persons, one in fifty has a record of one kind of risk or two. */
function recordsFrom(random: SeededRandom): () => Pick<IndexableCompany, 'risks' | 'members'> {
  const { person } = createWords(random)
  const oneIn = (times: number) => random.below(times) === 0
  const some = <T>(most: number, draw: () => T) => [...new Set(Array.from({ length: 1 + random.below(most) }, draw))]
  return () => ({
    risks: oneIn(50) ? some(2, () => random.pick(riskKinds)) : ['none'],
    members: oneIn(5) ? some(4, person) : [],
  })
}

const riskKinds = ['dishonestExecutor', 'executedPerson', 'consumptionRestriction', 'businessRisk'] as const

type Words = ReturnType<typeof createWords>

function generated(index: number, random: SeededRandom, words: Words): Omit<IndexableCompany, 'risks' | 'members'> {
  const oneIn = (times: number) => random.below(times) === 0
  const place = words.place()
  const trade = oneIn(4) ? words.trade() + words.trade() : words.trade()
  const fullName = (brand: string) => {
    const region = oneIn(6) ? '' : oneIn(4) ? place.city : place.city.slice(0, -1)
    return `${region}${brand}${trade}${words.form()}`
  }
  const brand = words.brand()
  const name = fullName(brand)
  const isListed = oneIn(2000)
  const status = words.status()
  const capital = oneIn(5) ? null : Math.ceil(10 ** (random.next() * 4.5))
  const foundedOn = dateOf(random)
  const creditCode = creditCodeOf(index, random)
  const industryCode = words.industry()
  const hasLongTexts = oneIn(5)
  return {
    id: `g${index.toString(36).padStart(16, '0')}`,
    name,
    formerNames: oneIn(25) ? [fullName(words.brand())] : [],
    shortNames: isListed ? [`${brand}${trade.slice(0, 2)}`] : [],
    formerShortNames: [],
    englishNames: [],
    aliases: [],
    stockCodes: isListed ? [`99${String(random.below(10_000)).padStart(4, '0')}`] : [],
    creditCode,
    registrationNumber: null,
    legalRepresentative: words.person(),
    status,
    regionCode: place.code,
    regionName: place.province + place.city,
    industryCode,
    industrySection: industryCode.charAt(0),
    capital,
    foundedOn,
    isListed,
    type: name.endsWith('分公司') ? 'branch' : 'limited',
    scope: hasLongTexts ? Array.from({ length: 4 + random.below(12) }, words.phrase).join('；') : null,
    address: hasLongTexts ? `${place.province}${place.city}${words.brand()}路${1 + random.below(999)}号` : null,
    phones: oneIn(3) ? [`154${String(random.below(100_000_000)).padStart(8, '0')}`] : [],
    isDemo: false,
    prominence: prominenceOf({ name, status, businessType: null, isListed, capital, foundedOn }),
  }
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** More and more were founded every year from 1980 to 2025. */
function dateOf(random: SeededRandom) {
  const year = 1980 + Math.floor(45.99 * Math.sqrt(random.next()))
  return `${year}-${twoDigits(1 + random.below(12))}-${twoDigits(1 + random.below(28))}`
}

const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const CODES = 31 ** 8
/** Shares no factor with 31: every index has an organisation code of its own, and neighbours lie far apart. */
const STEP = 85_289

function creditCodeOf(index: number, random: SeededRandom) {
  let rest = (index * STEP) % CODES
  let own = ''
  for (let at = 0; at < 8; at += 1) {
    own += alphabet.charAt(rest % 31)
    rest = Math.floor(rest / 31)
  }
  const first17 = `9199000${1 + random.below(5)}${own}${organisationCheck(own)}`
  return first17 + creditCodeCheck(first17)
}

const organisationWeights = [3, 7, 9, 10, 5, 8, 4, 2]
const letterValues = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** 组织机构代码, GB 11714: the ninth character belongs to the first eight. */
function organisationCheck(own: string) {
  const sum = organisationWeights.reduce((all, weight, at) => all + weight * letterValues.indexOf(own.charAt(at)), 0)
  const check = 11 - (sum % 11)
  return check === 10 ? 'X' : check === 11 ? '0' : String(check)
}
