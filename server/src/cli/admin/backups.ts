import type { AdminAction } from './admin-action.ts'
import { minuteOf } from './admin-refused.ts'

export const backupCommands: readonly AdminAction[] = [
  {
    name: 'backups list',
    help: ['备份的时间、大小、位置与恢复演练'],
    service: 'backups.list',
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
    service: 'backups.start',
    audit: 'storeBackedUp',
    async run({ operator, services, print }) {
      for (const line of (await services.backups.start({ operator })).split('\n')) print(line)
    },
  },
  {
    name: 'backups test',
    help: ['恢复演练：最新的备份恢复到临时目录再删除；PostgreSQL 只核对文件与密钥'],
    service: 'backups.test',
    audit: 'backupTested',
    async run({ operator, services, print }) {
      print(await services.backups.test({ operator }))
    },
  },
]
