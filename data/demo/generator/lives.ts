import type { Holding } from './holdings.ts'
import type { RegisterLife } from './register-life.ts'

/** What the register knows of each company, by its place; stories agree with it. */
export type Lives = { holdings: ReadonlyMap<number, Holding[]>; lives: ReadonlyMap<number, RegisterLife> }
