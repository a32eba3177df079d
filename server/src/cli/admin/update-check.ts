import { PRODUCT_VERSION } from '@baiqicha/contract/version'
import type { AdminAction } from './admin-action.ts'
import { AdminRefused } from './admin-refused.ts'

export const updateCheckCommands: readonly AdminAction[] = [
  {
    name: 'update-check list',
    usage: [],
    help: ['是否有新版本；没有设置 UPDATE_URL 时不查询'],
    operands: 0,
    service: 'updateCheck.find',
    audit: null,
    async run({ services, print }) {
      const newest = await services.updateCheck.find()
      if (newest.type === 'unset') print(`当前版本 ${PRODUCT_VERSION}。没有设置 UPDATE_URL，不查询新版本。`)
      else if (newest.type === 'failed') throw new AdminRefused('UPDATE_URL 没有返回版本。')
      else if (newest.isNewer) print(`有新版本 ${newest.version}，当前 ${PRODUCT_VERSION}。`)
      else print(`当前版本 ${PRODUCT_VERSION} 已是最新。`)
    },
  },
]
