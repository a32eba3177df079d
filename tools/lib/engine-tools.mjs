import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

const JAVA_NEEDED = 21
const JVM_FOLDER = '/usr/lib/jvm'

/** What Java prints about itself; empty if it does not run. */
async function describeJava(program) {
  try {
    return (await execute(program, ['-XshowSettings:properties', '-version'])).stderr
  } catch {
    return ''
  }
}

/** Major version of a Java home; 0 if it is none. */
const versionOf = async (home) =>
  Number((await describeJava(join(home, 'bin', 'java'))).match(/version "(\d+)/)?.[1] ?? 0)

/** Homes from JAVA_HOME, PATH and the usual folder of Linux. */
async function javaHomes() {
  const named = process.env['JAVA_HOME'] ?? ''
  const onPath = (await describeJava('java')).match(/java\.home = (.+)/)?.[1] ?? ''
  const installed = existsSync(JVM_FOLDER) ? readdirSync(JVM_FOLDER).map((name) => join(JVM_FOLDER, name)) : []
  return [named, onPath, ...installed].filter((home) => home !== '')
}

/** Home of a JDK that is new enough; null if there is none. */
export async function findJavaHome() {
  for (const home of await javaHomes()) {
    if ((await versionOf(home)) >= JAVA_NEEDED) return home
  }
  return null
}

/** Whether PATH contains a program. */
const isOnPath = (program) =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, program)))

/** @throws Error with one sentence about what is missing */
export async function requireJavaAndMaven() {
  const home = await findJavaHome()
  const missing = [home === null && `JDK ${JAVA_NEEDED} 或更高版本`, !isOnPath('mvn') && 'Maven'].filter(Boolean)
  if (missing.length > 0) {
    throw new Error(`启动 OpenSearch 需要 ${missing.join(' 与 ')}：请先安装，或以 OPENSEARCH_URL 指定已有的服务器。`)
  }
  return home
}

/**
 * What the tests of real engines need. Checked before they run for half an hour.
 * @throws Error with one sentence about what is missing
 */
export async function requireEngineTools() {
  await requireJavaAndMaven()
  const missing = [
    !isOnPath('go') && 'Go（PATH）',
    !isOnPath('mkfs.ext4') && 'mkfs.ext4（PATH）',
    process.getuid?.() !== 0 && 'root 权限',
  ].filter(Boolean)
  if (missing.length > 0) throw new Error(`真实引擎的测试还需要：${missing.join('、')}。`)
}
