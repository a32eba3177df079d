import { join } from 'node:path'
import { bin, root } from './paths.mjs'
import { runQuietly } from './run.mjs'
import { printResult } from './suite-result.mjs'

const node = (label, ...args) => ({ label, args })

/** All static checks, slowest first, since two run at a time. Each counts as one test. */
export const checks = [
  node('规则', bin('oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings'),
  node('类型 server', bin('typescript', 'bin', 'tsc'), '-p', 'server'),
  node(
    '边界',
    bin('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'),
    'contract',
    'server',
    'web',
    'miniprogram',
    'e2e',
    'bench',
    '--output-type',
    'err',
  ),
  node('类型 e2e 与 bench', bin('typescript', 'bin', 'tsc'), '-p', 'tsconfig.tools.json'),
  node('格式', bin('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings', '.'),
  node('类型 contract', bin('typescript', 'bin', 'tsc'), '-p', 'contract'),
  node('类型 web', bin('typescript', 'bin', 'tsc'), '-p', 'web'),
  node('类型 miniprogram', bin('typescript', 'bin', 'tsc'), '-p', 'miniprogram'),
  node('类型 miniprogram 测试', bin('typescript', 'bin', 'tsc'), '-p', 'miniprogram/test'),
  node('接口文档', join(root, 'tools', 'check-open-api.mjs')),
  node('导出名', join(root, 'tools', 'check-shared-names.mjs')),
  node('许可与物料清单', join(root, 'tools', 'sbom.mjs')),
  node('无用代码', bin('knip', 'bin', 'knip.js')),
]

/** Checks of the built web app: its size, and that the oldest browsers served can run it. */
export const buildChecks = [
  node('体积', bin('size-limit', 'bin.js')),
  node('后台分离', join(root, 'tools', 'check-desk-apart.mjs')),
  node('浏览器下限', join(root, 'tools', 'check-browser-floor.mjs')),
]

/** Checks that run at a time: most use one core. */
const AT_A_TIME = 2

/**
 * Runs all steps with the Node at `program`, also after a failure. Prints a line per step as it ends, and the output of those that
 * failed.
 */
export async function runChecks(program, steps) {
  let failed = 0
  const waiting = steps.values()
  const runWaiting = async () => {
    for (const { label, args } of waiting) {
      const startedAt = Date.now()
      const { code, output } = await runQuietly(program, args)
      const failures = code === 0 ? [] : [output.trim()]
      failed += failures.length
      printResult(label, { failed: failures.length, failures }, startedAt)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, runWaiting))
  return { passed: steps.length - failed, failed }
}
