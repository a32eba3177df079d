import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { floorFaults, floorFaultsOfStyles } from './lib/floor-faults.mjs'
import { root } from './lib/paths.mjs'

// A step of `npm run check`: the built web app runs in the oldest browsers served (docs/decisions/0077-browser-floor.md).

/** Findings that do no harm, each with the reason. */
const harmless = {
  at: 'added by web/src/lib/old-browsers.ts',
  toSorted: 'added by web/src/lib/old-browsers.ts',
  toArray: "React's Children.toArray",
  drop: 'ours, of the search panel',
  exchange: 'ours, of the coverage line',
  getState: 'of our stores',
  isActive: 'of a query',
  isError: 'of a query',
  notify: 'of a query',
  store: 'ours, of the device id',
  use: "React's use, and of libraries",
  checkVisibility: 'called where it is a function (Floating UI)',
  getHighEntropyValues: 'called where it exists (FingerprintJS)',
  requestIdleCallback: 'called where it exists (FingerprintJS)',
  'navigator.share': 'its button shows where it exists',
  reportError: 'called where it is a function (React)',
  skipTransition: 'of a transition that has begun (React)',
  startViewTransition: 'for ViewTransition, which we do not use (React)',
  PerformanceEventTiming: 'read where it exists (web-vitals)',
}
/** Selectors whose rules refine what shows without them. */
const refinements = [/_title_\w+:has\(/, /_name_\w+:has\(/]

const folder = join(root, 'web', 'dist')
const faultsOf = {
  '.js': (text) => floorFaults(text).filter((fault) => !Object.hasOwn(harmless, fault)),
  '.css': (text) => floorFaultsOfStyles(text).filter((fault) => !refinements.some((known) => known.test(fault))),
}

let count = 0
for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  const check = faultsOf[/\.(?:js|css)$/.exec(file)?.[0]]
  // Test hosts only, for people who develop.
  if (check === undefined || file.includes('open-debug-console-')) continue
  for (const fault of check(readFileSync(join(folder, file), 'utf8'))) {
    count += 1
    console.error(`${file}: ${fault}`)
  }
}
if (count > 0) console.error('以上写法在最低支持的浏览器（Chrome 87、Safari 14.1）上不可用')
process.exitCode = count > 0 ? 1 : 0
