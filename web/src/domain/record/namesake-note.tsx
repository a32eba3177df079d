import { formatNumber } from '../../lib/format.ts'
import { InfoNote } from '../../ui/info-note.tsx'

/**
 * Number of records that name a company only by a name that several companies have. They belong to none of them and are
 * not shown.
 */
export function NamesakeNote({ count }: { count: number }) {
  return <InfoNote tone="amber">另有 {formatNumber(count)} 条记录仅注明企业名称且存在同名企业，未计入</InfoNote>
}
