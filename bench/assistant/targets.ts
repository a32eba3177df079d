import type { Kind } from './case.ts'

/** Lowest shares in %: of right answers among those given, and of questions that are answered; null: no target. */
type Target = { accuracy: number; coverage: number | null }

export const targets: Readonly<Partial<Record<Kind, Target>>> = {
  oneFact: { accuracy: 97, coverage: 95 },
  severalFacts: { accuracy: 97, coverage: 95 },
  comparison: { accuracy: 95, coverage: 90 },
  count: { accuracy: 95, coverage: 90 },
  filter: { accuracy: 95, coverage: 90 },
  riskOverview: { accuracy: 98, coverage: 95 },
  riskKind: { accuracy: 98, coverage: 95 },
  shareholders: { accuracy: 95, coverage: 90 },
  people: { accuracy: 95, coverage: 90 },
  investments: { accuracy: 95, coverage: 90 },
  changes: { accuracy: 95, coverage: 90 },
  // One company fits: asked which one is meant in 3 % at most.
  rightCompany: { accuracy: 97, coverage: 97 },
  twoCompaniesFit: { accuracy: 95, coverage: null },
  notAvailable: { accuracy: 97, coverage: null },
  notConnected: { accuracy: 97, coverage: null },
  noSuchCompany: { accuracy: 97, coverage: null },
}
