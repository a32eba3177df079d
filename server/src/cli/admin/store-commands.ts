import type { HelpRow } from './admin-help.ts'

/** Commands about the store as a whole. They open it themselves: a backup migrates nothing, a restoration needs no store. */
export const storeCommands: readonly HelpRow[] = [
  {
    name: 'backup',
    usage: ['<目录> [--key <文件>]'],
    help: ['备份数据库、图片与用户行为事件，密钥另存于 <目录>.key；服务可同时运行'],
  },
  {
    name: 'restore',
    usage: ['<目录> [--key <文件>] [--replace]'],
    help: ['从备份恢复，须先停止服务；--replace 替换已有的全部数据'],
  },
]
