import { configureGlobal, readConfigureGlobal } from 'fast-check'
import { testSeed } from './seeded-random.ts'

// Set-up of every suite: properties draw their cases from the seed of the run.
configureGlobal({ ...readConfigureGlobal(), seed: testSeed })
