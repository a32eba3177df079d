import { KEYWORD_LIMIT } from '@baiqicha/contract/keyword-limit'
import { InfoNote } from '../ui/info-note.tsx'

type Marks = { partial?: boolean | undefined; cutKeyword?: string | undefined; tooBroad?: boolean | undefined }

/** What limits an answer over companies, said before its rows. */
export function SearchMarks({ marks }: { marks: Marks }) {
  return (
    <>
      {marks.partial === true && <InfoNote tone="amber">索引准备中，结果不全</InfoNote>}
      {marks.cutKeyword !== undefined && <InfoNote tone="amber">关键词太长，只用了前 {KEYWORD_LIMIT} 个字</InfoNote>}
      {marks.tooBroad === true && (
        <InfoNote tone="amber">符合的企业太多，只对最相关的一部分排了序；加条件后次序才完整</InfoNote>
      )}
    </>
  )
}
