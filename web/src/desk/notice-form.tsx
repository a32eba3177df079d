import type { Notice } from '@baiqicha/contract/home'
import { Period } from './banner-form.tsx'
import { LabelledInput } from './labelled-input.tsx'

type NoticeFormProps = {
  notice: Notice
  errorOf: (field: string) => string | undefined
  onChange: (notice: Notice) => void
}

export function NoticeForm({ notice, errorOf, onChange }: NoticeFormProps) {
  const set = (change: Partial<Notice>) => onChange({ ...notice, ...change })
  return (
    <form className="section" aria-label="公告" onSubmit={(event) => event.preventDefault()}>
      <LabelledInput
        label="标题"
        value={notice.title}
        error={errorOf('title')}
        maxLength={60}
        onChange={(title) => set({ title })}
      />
      <LabelledInput
        label="正文，可不填"
        value={notice.content}
        error={errorOf('content')}
        maxLength={1000}
        rows={6}
        onChange={(content) => set({ content })}
      />
      <LabelledInput
        label="链接，可不填：应用的页面，或允许的 https 域名"
        value={notice.link ?? ''}
        error={errorOf('link')}
        maxLength={300}
        onChange={(link) => set({ link: link === '' ? null : link })}
      />
      <Period {...{ item: notice, errorOf, onChange: set }} />
    </form>
  )
}
