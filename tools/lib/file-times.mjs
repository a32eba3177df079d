import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './paths.mjs'

/**
 * Reporter of vitest that writes the seconds of each test file, imports and hooks included, as JSON to `FILE_TIMES`.
 * Vitest's own JSON report leaves out imports and hooks.
 */
export default class FileTimes {
  #times = []

  onTestModuleEnd(module) {
    const { collectDuration, setupDuration, duration } = module.diagnostic()
    const file = relative(root, module.moduleId)
    this.#times.push({ file, seconds: (collectDuration + setupDuration + duration) / 1000 })
  }

  onTestRunEnd() {
    writeFileSync(process.env.FILE_TIMES, JSON.stringify(this.#times))
  }
}
