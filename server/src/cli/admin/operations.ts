import { PRODUCT_VERSION } from '@baiqicha/contract/about'
import { alarmLabels, type CheckKey, checkKeys, checkTexts, operationRanges } from '@baiqicha/contract/desk/operations'
import type { TestError } from '../../features/operators/service-checks.service.ts'
import type { AdminAction } from './admin-action.ts'
import { AdminRefused, minuteOf } from './admin-refused.ts'

const milliseconds = (value: number | null) => (value === null ? '-' : `${value} 毫秒`)

export const operationCommands: readonly AdminAction[] = [
  {
    name: 'operations show',
    usage: ['[--range hour|day|month]'],
    help: ['各进程的请求、延迟、错误、索引、队列与内存'],
    async run({ option, services, print }) {
      const range = option('range') ?? 'hour'
      if (range !== 'hour' && range !== 'day' && range !== 'month')
        throw new AdminRefused(`--range 应为 ${Object.keys(operationRanges).join('、')}。`)
      const { processes, points, sms, sessions, note } = await services.operations.show({ range })
      if (note !== null) print(note)
      for (const { name, perSecond, p99, errors, lagSeconds, segments, waiting, memory } of processes)
        print(
          `${name}  ${perSecond} 次/秒  p99 ${milliseconds(p99)}  5xx ${errors}  索引落后 ${lagSeconds} 秒 ${segments} 段  排队 ${waiting}  内存 ${Math.round(memory / 2 ** 20)} MiB`,
        )
      for (const { at, perSecond, p50, p95, p99, lagSeconds } of points)
        if (lagSeconds !== null)
          print(`${minuteOf(at)}  ${perSecond} 次/秒  ${milliseconds(p50)}  ${milliseconds(p95)}  ${milliseconds(p99)}`)
      for (const { scene, sent, refused, failed } of sms)
        print(`短信 ${scene}  发送 ${sent}  拒绝 ${refused}  失败 ${failed}`)
      print(`会话 ${sessions}`)
    },
  },
]

export const alarmCommands: readonly AdminAction[] = [
  {
    name: 'alarms list',
    help: ['中止的导入、失败的服务与运行告警'],
    async run({ services, print }) {
      const { imports, services: failing } = await services.alarms.list()
      const operations = await services.operations.alarms()
      if (imports.length + failing.length + operations.length === 0) print('没有告警。')
      for (const { key, text } of operations) print(`${alarmLabels[key]}  ${text}`)
      for (const { key, failedAt, cause } of failing) {
        print(`${minuteOf(failedAt)}  ${checkTexts[key].label}失败  ${cause}`)
      }
      for (const { number, fileName, sourceId, state, endedAt } of imports) {
        print(
          `${minuteOf(endedAt)}  ${state === 'stopped' ? '导入' : '撤销导入'}中止 #${number}  ${fileName}  ${sourceId}`,
        )
      }
    },
  },
]

export const updateCheckCommands: readonly AdminAction[] = [
  {
    name: 'update-check list',
    help: ['是否有新版本；没有设置 UPDATE_URL 时不查询'],
    async run({ services, print }) {
      const newest = await services.updateCheck.find()
      if (newest.type === 'unset') print(`当前版本 ${PRODUCT_VERSION}。没有设置 UPDATE_URL，不查询新版本。`)
      else if (newest.type === 'failed') throw new AdminRefused('UPDATE_URL 没有返回版本。')
      else if (newest.isNewer) print(`有新版本 ${newest.version}，当前 ${PRODUCT_VERSION}。`)
      else print(`当前版本 ${PRODUCT_VERSION} 已是最新。`)
    },
  },
]

const checkStateLabels = { unset: '未设置', untested: '未测试', passed: '通过', failed: '失败' } as const
const checkLabels = checkKeys.map((key) => checkTexts[key].label).join('、')

export const checkCommands: readonly AdminAction[] = [
  {
    name: 'checks list',
    help: ['各项服务：是否设置，最近成功，最近失败与原因'],
    async run({ services, print }) {
      const { items } = await services.checks.list()
      for (const { key, state, value, succeededAt, failedAt, cause } of items) {
        print(`${checkTexts[key].label}  ${checkStateLabels[state]}  ${value}`)
        if (succeededAt !== null) print(`  最近成功 ${minuteOf(succeededAt)}`)
        if (failedAt !== null) print(`  最近失败 ${minuteOf(failedAt)}  ${cause ?? ''}`)
      }
    },
  },
  {
    name: 'checks test',
    usage: ['<项目> [--to <手机号或邮箱>]'],
    help: [`测试一项：${checkLabels}`, '短信、邮件、通知与模型每天限次，短信与模型计费'],
    audit: 'serviceTested',
    async run({ operands: [name = ''], option, operator, services, print }) {
      const key = checkKeys.find((one) => one === name || checkTexts[one].label === name)
      if (key === undefined) throw new AdminRefused(`项目应为 ${checkLabels}。`)
      const tested = await services.checks.test({ key, to: option('to') ?? '', operator })
      if (!tested.ok) throw new AdminRefused(testSentence(tested.error, key))
      const { isPassed, sentence } = tested.value
      if (!isPassed) throw new AdminRefused(`${checkTexts[key].label}：失败。${sentence}`)
      print(`${checkTexts[key].label}：通过。${sentence}`)
    },
  },
]

/** Why a test was not run. */
export function testSentence({ type }: TestError, key: CheckKey): string {
  const { label, to, perDay } = checkTexts[key]
  const sentences: Record<typeof type, string> = {
    unset: `${label}未设置，不能测试。`,
    badTarget: `请填写${to ?? ''}。`,
    tooMany: `${label}今天已测试 ${perDay} 次，明天再试。`,
  }
  return sentences[type]
}

export const backupCommands: readonly AdminAction[] = [
  {
    name: 'backups list',
    help: ['备份的时间、大小、位置与恢复演练'],
    async run({ services, print }) {
      const { root, items } = await services.backups.list()
      print(root === null ? '没有设置 BACKUP_DIR。' : `新备份存于 ${root}。`)
      for (const { at, operator, folder, files, bytes, tested } of items) {
        print(`${minuteOf(at)}  ${(bytes / 1_000_000).toFixed(1)} MB  ${files} 个文件  ${folder ?? '-'}  ${operator}`)
        if (tested !== null)
          print(`  ${minuteOf(tested.at)} ${tested.isPassed ? '演练通过' : '演练失败'}：${tested.sentence}`)
      }
    },
  },
  {
    name: 'backups start',
    help: ['备份到 BACKUP_DIR 中的新目录，同 backup'],
    audit: 'storeBackedUp',
    async run({ operator, services, print }) {
      for (const line of (await services.backups.start({ operator })).split('\n')) print(line)
    },
  },
  {
    name: 'backups test',
    help: ['恢复演练：最新的备份恢复到临时目录再删除；PostgreSQL 只核对文件与密钥'],
    audit: 'backupTested',
    async run({ operator, services, print }) {
      print(await services.backups.test({ operator }))
    },
  },
]
