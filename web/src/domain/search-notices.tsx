import { KEYWORD_LIMIT } from '@baiqicha/contract/keyword-limit'
import { InfoNote } from '../ui/info-note.tsx'

type SearchLimits = { partial?: boolean | undefined; cutKeyword?: string | undefined; tooBroad?: boolean | undefined }

/** Notes above search results that are incomplete. */
export function SearchNotices({ limits }: { limits: SearchLimits }) {
  return (
    <>
      {limits.partial === true && <InfoNote tone="amber">索引准备中，结果不全</InfoNote>}
      {limits.cutKeyword !== undefined && <InfoNote tone="amber">关键词太长，只用了前 {KEYWORD_LIMIT} 个字</InfoNote>}
      {limits.tooBroad === true && (
        <InfoNote tone="amber">符合的企业太多，只对最相关的一部分排了序；加条件后次序才完整</InfoNote>
      )}
    </>
  )
}
