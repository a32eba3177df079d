import type { UserDetail } from '@baiqicha/contract/account'
import type { ViewedCompany } from '@baiqicha/contract/company-summary'
import { PAGE_SIZE_LIMIT } from '@baiqicha/contract/envelope'
import { VIEW_HISTORY_LIMIT } from '@baiqicha/contract/history'
import { historyRoutes } from '@baiqicha/contract/routes/history'
import { useState } from 'react'
import { SettingCell } from '../../domain/setting-cell.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'
import { showToast } from '../../ui/toast.tsx'

/** Loads pages until one is not full. */
async function collectViewed(page = 1): Promise<ViewedCompany[]> {
  const rows = await callApi(historyRoutes.recentBrowseDetail, { page, pageSize: PAGE_SIZE_LIMIT })
  const isLast = rows.length < PAGE_SIZE_LIMIT || page * PAGE_SIZE_LIMIT >= VIEW_HISTORY_LIMIT
  return isLast ? rows : [...rows, ...(await collectViewed(page + 1))]
}

/** Data about the user as JSON. Throws `ApiError`. */
async function collect(user: UserDetail): Promise<string> {
  const { viewHistoryList } = await callApi(historyRoutes.searchHistory, { type: 'search' })
  const viewed = await collectViewed()
  const data = {
    账号: user,
    搜索历史: viewHistoryList.map(({ companyName, searchedAt }) => ({ companyName, searchedAt })),
    浏览记录: viewed.map(({ id, name, viewedAt }) => ({ id, name, viewedAt })),
  }
  return JSON.stringify(data, null, 2)
}

/** Exports account, searches and views as one file, assembled on this device. */
export function ExportCell({ user }: { user: UserDetail }) {
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      saveFile('百企查-我的数据.json', 'application/json', await collect(user))
      showToast('已导出', { icon: 'check' })
    } catch (error) {
      const rejection = rejectionOf(error)
      // The API client has shown every other error.
      if (rejection !== null) showToast(rejection.message, { icon: 'alert' })
    } finally {
      setIsBusy(false)
    }
  }
  return <SettingCell label="导出我的数据" value={isBusy ? '正在整理…' : 'JSON 文件'} onOpen={() => void save()} />
}
