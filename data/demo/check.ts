import { dayChecks } from './checks/days.ts'
import { matterChecks } from './checks/matters.ts'
import { promiseChecks } from './checks/promises.ts'
import { registerChecks } from './checks/register.ts'
import { shapeChecks } from './checks/shape.ts'
import { wordingChecks } from './checks/wording.ts'
import type { DemoSet } from './generate.ts'

const checks = [shapeChecks, wordingChecks, dayChecks, registerChecks, matterChecks, promiseChecks].flat()

/** All that a world contradicts itself in, a sentence each; none where it is consistent. */
export const problemsOf = (set: DemoSet): string[] => checks.flatMap((check) => check(set))
