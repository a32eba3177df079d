/** Codes of the fictional regions. */
const DEMO_REGION = '99'

/** Real and demonstration companies never mix in a search by conditions: a fictional region means the latter. */
export const populationOf = (region: string | undefined): 'real' | 'demo' =>
  region?.startsWith(DEMO_REGION) === true ? 'demo' : 'real'
