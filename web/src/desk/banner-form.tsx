import type { ManagedBanner } from '@baiqicha/contract/desk/content'
import { jumpType } from '@baiqicha/contract/home'
import { ContentPicture } from './content-picture.tsx'
import { LabelledInput } from './elements.tsx'
import { fieldTime, instantOfField } from './texts.ts'

type BannerFormProps = {
  banner: ManagedBanner
  /** What is wrong with a field. */
  errorOf: (field: string) => string | undefined
  onChange: (banner: ManagedBanner) => void
}

const kinds = [
  [jumpType.search, '搜索关键词'],
  [jumpType.open, '打开页面'],
  [jumpType.soon, '敬请期待'],
] as const

/** One banner: its picture, its words, and what a tap does. */
export function BannerForm({ banner, errorOf, onChange }: BannerFormProps) {
  const set = (change: Partial<ManagedBanner>) => onChange({ ...banner, ...change })
  return (
    <form className="section" aria-label="横幅" onSubmit={(event) => event.preventDefault()}>
      <ContentPicture
        label="图片（3:1，jpg、png、webp，保存时重新编码）"
        path={banner.url}
        isBanner
        error={errorOf('url')}
        onChange={(url) => set({ url })}
      />
      <LabelledInput
        label="标题"
        value={banner.title}
        error={errorOf('title')}
        maxLength={30}
        onChange={(title) => set({ title })}
      />
      <LabelledInput
        label="副标题，可不填"
        value={banner.subtitle}
        error={errorOf('subtitle')}
        maxLength={40}
        onChange={(subtitle) => set({ subtitle })}
      />
      <fieldset className="options row">
        <legend className="quiet">点击后</legend>
        {kinds.map(([kind, label]) => (
          <label key={kind}>
            <input
              type="radio"
              name={`kind-${banner.id}`}
              checked={banner.jumpType === kind}
              onChange={() => set({ jumpType: kind, jumpUrl: '', login: false })}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      {banner.jumpType !== jumpType.soon && (
        <LabelledInput
          label={banner.jumpType === jumpType.search ? '关键词' : '地址：应用的页面如 /riskSearch，或允许的 https 域名'}
          value={banner.jumpUrl}
          error={errorOf('jumpUrl')}
          maxLength={300}
          onChange={(jumpUrl) => set({ jumpUrl })}
        />
      )}
      {banner.jumpType === jumpType.open && (
        <label className="check">
          <input type="checkbox" checked={banner.login} onChange={(event) => set({ login: event.target.checked })} />
          <span>
            需要登录
            <span className="two">未登录者先到登录页，再回到这里</span>
          </span>
        </label>
      )}
      <Period {...{ item: banner, errorOf, onChange: set }} />
    </form>
  )
}

type PeriodProps = {
  item: { startAt?: string | null | undefined; endAt?: string | null | undefined }
  errorOf: (field: string) => string | undefined
  onChange: (change: { startAt?: string | null; endAt?: string | null }) => void
}

/** When an item is shown. */
export const Period = ({ item, errorOf, onChange }: PeriodProps) => (
  <>
    <LabelledInput
      label="开始（北京时间，空为立即）"
      type="datetime-local"
      value={fieldTime(item.startAt)}
      error={errorOf('startAt')}
      onChange={(text) => onChange({ startAt: instantOfField(text) })}
    />
    <LabelledInput
      label="结束（北京时间，空为不限）"
      type="datetime-local"
      value={fieldTime(item.endAt)}
      error={errorOf('endAt')}
      onChange={(text) => onChange({ endAt: instantOfField(text) })}
    />
  </>
)
