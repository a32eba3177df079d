import { at, withoutRecords } from './generator/cast.ts'
import type { CompanyRow } from './generator/company.ts'
import { cleared, employer, namesakes, plaintiff, published } from './generator/court-stories.ts'
import { yearOf } from './generator/days.ts'
import { drawStories } from './generator/drawn-stories.ts'
import { drawHoldings } from './generator/holdings.ts'
import { addHostileTexts } from './generator/hostile.ts'
import { liquidations } from './generator/liquidations.ts'
import { pledges, violations } from './generator/office-stories.ts'
import { registerLife } from './generator/register-life.ts'
import {
  addBranches,
  addChanges,
  addForeignInvestments,
  addFormer,
  addFormerInvestment,
  addInsurance,
  addInvestments,
  addReportedShareholders,
  addSeniors,
  addShareholders,
} from './generator/register-records.ts'
import { lanshan } from './generator/story-lanshan.ts'
import { createWorld, type DemoRecord, type Row } from './generator/world.ts'

/** A whole world of fictional companies: rows of the canonical formats. */
export type DemoSet = { companies: CompanyRow[]; records: DemoRecord[] }

/** Those whose every record a story tells; the others also have what is drawn. */
const storied: readonly number[] = [
  at.lanshan,
  at.longHistory,
  at.employer,
  at.cleared,
  at.liquidated,
  at.branchOffice,
  at.namesakeEast,
  at.namesakeWest,
  at.fund,
  at.secondLiquidated,
  at.holding,
  at.investment,
  at.technology,
  at.manufacturer,
  at.supplyChain,
  at.listed,
  at.bank,
]

/** The same seed gives the same world, to the byte. */
export function generateDemo(seed: number): DemoSet {
  const world = createWorld(seed)
  const places = world.companies.map((company) => company.at).filter((place) => !withoutRecords.includes(place))
  const holdings = drawHoldings(world, places)
  const lives = new Map(
    places.map((place) => [place, registerLife(world, world.company(place), holdings.get(place) ?? [])]),
  )
  for (const place of places) {
    const company = world.company(place)
    const owners = holdings.get(place) ?? []
    const life = lives.get(place)
    addShareholders(world, company, owners, null)
    addInvestments(world, company, owners)
    addSeniors(world, company, life?.seniors ?? [])
    addChanges(world, company, life?.changes ?? [])
    addBranches(world, company, place === at.listed ? 12 : world.draw.below(3))
    addInsurance(world, company, world.draw.chance(0.3) ? yearOf(company.lastDay) - 3 : null)
  }
  for (const place of [at.lanshan, at.longHistory]) {
    const life = lives.get(place)
    if (life !== undefined) addFormer(world, world.company(place), life)
  }
  addReportedShareholders(world)
  addForeignInvestments(world)
  addFormerInvestment(world)
  const legalRepOn = (place: number) => lives.get(place)?.legalRepOn ?? (() => world.company(place).legalRep)
  const known = { holdings, legalRepOn }
  lanshan(world, known)
  cleared(world, known)
  plaintiff(world, known)
  employer(world)
  namesakes(world, known)
  published(world, known)
  liquidations(world)
  pledges(world, known)
  violations(world, known)
  addHostileTexts(world)
  drawStories(
    world,
    known,
    places.filter((place) => !storied.includes(place)),
  )
  return { companies: world.companies.map((company) => company.row), records: world.records }
}

/** The files of its records: `<source>/<kind>.ndjson`, and beside it `<kind>.removals.ndjson` of what is taken back. */
export function demoFiles({ records }: DemoSet): { file: string; rows: Row[] }[] {
  const ofFile = Map.groupBy(
    records,
    ({ sourceId, kind, isRemoval }) => `${sourceId}/${kind}${isRemoval ? '.removals' : ''}.ndjson`,
  )
  return [...ofFile].map(([file, told]) => ({ file, rows: told.map(({ row }) => row) }))
}
