import fc from 'fast-check'
import { testSeed } from './seeded-random.ts'

// Set-up of every suite: properties draw their cases from the seed of the run.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: testSeed })
