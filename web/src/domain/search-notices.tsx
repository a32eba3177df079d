import { KEYWORD_LIMIT } from '@baiqicha/contract/keyword-limit'
import { InfoNote } from '../ui/info-note.tsx'

type SearchLimits = { partial?: boolean | undefined; cutKeyword?: string | undefined; tooBroad?: boolean | undefined }

/** Notes above search results that are incomplete. */
export function SearchNotices({ limits }: { limits: SearchLimits }) {
  return (
    <>
      {limits.partial === true && <InfoNote tone="amber">索引准备中，结果不全</InfoNote>}
      {limits.cutKeyword !== undefined && <InfoNote tone="amber">关键词过长，仅使用前 {KEYWORD_LIMIT} 个字</InfoNote>}
      {limits.tooBroad === true && <InfoNote tone="amber">匹配企业过多，仅对最相关的部分排序，请增加筛选条件</InfoNote>}
    </>
  )
}
