import type { Holding } from './holdings.ts'

/** What the register knows of each company, by its place; stories agree with it. */
export type Lives = {
  holdings: ReadonlyMap<number, readonly Holding[]>
  /** Who stood for a company on a day. */
  legalRepOn: (place: number) => (day: string) => string
}
