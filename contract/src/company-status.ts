/** Registration status of a company. Only 存续 and 迁出 count as live. */
export const companyStatuses = [
  '存续',
  '迁出',
  '吊销',
  '注销',
  '清算',
  '撤销',
  '停业',
  '歇业',
  '除名',
  '责令关闭',
  '筹建',
  '其他',
] as const
export type CompanyStatus = (typeof companyStatuses)[number]

const liveStatuses: readonly string[] = ['存续', '迁出']
export const isLiveStatus = (status: string) => liveStatuses.includes(status)
