import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import {
  type ManagedBanner,
  managedPlaceLabels,
  type Promotions,
  promotionsSchema,
} from '@baiqicha/contract/desk/content'
import { jumpType, type Notice } from '@baiqicha/contract/home'
import { useState } from 'react'
import { BannerForm, Period } from './banner-form.tsx'
import { type EditedContent, moved, useContentDraft } from './content-draft.ts'
import { ContentPublication, PreviewFrame } from './content-publication.tsx'
import { Choices, DeskButton, LabelledInput, Loaded, NoState, PageHead } from './elements.tsx'
import { addressOf, useRead, useShortcuts } from './hooks.ts'

type NoticeFormProps = {
  notice: Notice
  errorOf: (field: string) => string | undefined
  onChange: (notice: Notice) => void
}

function NoticeForm({ notice, errorOf, onChange }: NoticeFormProps) {
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

type PromotionPlace = 'home' | 'mine'

/** Banners and notices of Home and of 我的. */
export function ContentPage({ rest }: { rest: string }) {
  const place: PromotionPlace = rest === 'mine' ? 'mine' : 'home'
  const shown = useRead('content show', { place })
  return (
    <>
      <PageHead title="首页与我的">
        <Choices
          label="位置"
          choices={(['home', 'mine'] as const).map((one) => [
            managedPlaceLabels[one],
            addressOf(one === 'home' ? '/content' : '/content/mine'),
            one === place,
          ])}
        />
      </PageHead>
      <Loaded query={shown}>
        {(current) => <Editor key={`${place} ${current.version}`} place={place} current={current} />}
      </Loaded>
    </>
  )
}

type Chosen = { list: 'bannerList' | 'noticeList'; id: string }
type Item = ManagedBanner | Notice

/** `ContentPublication` and `PreviewFrame` run all but the first. */
const shortcutTexts = [
  ['Alt ↑ ↓', '移动所选'],
  ['Ctrl S', '存草稿'],
  ['P', '预览明暗'],
  ['Ctrl ↵', '发布'],
] as const

const newId = (prefix: string) => `${prefix}-${Date.now().toString(36)}`
const newBanner = (): ManagedBanner => ({
  id: newId('b'),
  url: '/banners/search.svg',
  title: '',
  subtitle: '',
  jumpType: jumpType.open,
  jumpUrl: '',
  login: false,
})
const newNotice = (): Notice => ({
  id: newId('n'),
  title: '',
  content: '',
  type: 'info',
  link: null,
  startAt: null,
  endAt: null,
})

function Editor({ place, current }: { place: PromotionPlace; current: DeskOutput<'content show'> }) {
  const draft = useContentDraft(place, current, promotionsSchema)
  const { value, change, checked } = draft
  const [chosen, setChosen] = useState<Chosen | null>(() =>
    value.bannerList[0] === undefined ? null : { list: 'bannerList', id: value.bannerList[0].id },
  )
  const replace = (list: Chosen['list'], id: string, next: Item | null) =>
    change({
      ...value,
      [list]: value[list].flatMap((one: Item) => (one.id === id ? (next === null ? [] : [next]) : [one])),
    })
  const moveChosen = (by: 1 | -1) => {
    if (chosen === null) return
    const items: readonly Item[] = value[chosen.list]
    const from = items.findIndex(({ id }) => id === chosen.id)
    if (from >= 0) change({ ...value, [chosen.list]: moved(items, from, from + by) })
  }
  useShortcuts({ 'Alt+ArrowUp': () => moveChosen(-1), 'Alt+ArrowDown': () => moveChosen(1) })
  const banner = chosen?.list === 'bannerList' ? value.bannerList.find(({ id }) => id === chosen.id) : undefined
  const notice = chosen?.list === 'noticeList' ? value.noticeList.find(({ id }) => id === chosen.id) : undefined
  return (
    <div className="split content">
      <div className="side-column scroll">
        <ItemList
          label="横幅"
          note="显示前三个"
          list="bannerList"
          {...{ draft, chosen, onChoose: setChosen }}
          onAdd={() => {
            const added = newBanner()
            change({ ...value, bannerList: [...value.bannerList, added] })
            setChosen({ list: 'bannerList', id: added.id })
          }}
        />
        <ItemList
          label="公告"
          note="显示第一条"
          list="noticeList"
          {...{ draft, chosen, onChoose: setChosen }}
          onAdd={() => {
            const added = newNotice()
            change({ ...value, noticeList: [...value.noticeList, added] })
            setChosen({ list: 'noticeList', id: added.id })
          }}
        />
        <ContentPublication place={place} base={current.version} draft={draft} />
        <p className="section quiet shortcuts">
          {shortcutTexts.map(([keys, text]) => (
            <span key={text}>
              <kbd>{keys}</kbd> {text}
            </span>
          ))}
        </p>
      </div>
      <div className="column">
        {banner !== undefined && (
          <BannerForm
            key={banner.id}
            banner={banner}
            errorOf={(field) => draft.errorOf(`bannerList[${banner.id}].${field}`)}
            onChange={(next) => replace('bannerList', banner.id, next)}
          />
        )}
        {notice !== undefined && (
          <NoticeForm
            key={notice.id}
            notice={notice}
            errorOf={(field) => draft.errorOf(`noticeList[${notice.id}].${field}`)}
            onChange={(next) => replace('noticeList', notice.id, next)}
          />
        )}
        {banner === undefined && notice === undefined && <NoState title="选择一项，或添加" />}
      </div>
      <PreviewFrame place={place} shown={checked?.shown ?? null} />
    </div>
  )
}

type ItemListProps = {
  label: string
  note: string
  list: Chosen['list']
  draft: EditedContent<Promotions>
  chosen: Chosen | null
  onChoose: (chosen: Chosen) => void
  onAdd: () => void
}

/** The items of a list in their order. */
function ItemList({ label, note, list, draft: { value, change, checked }, chosen, onChoose, onAdd }: ItemListProps) {
  const items: readonly Item[] = value[list]
  const move = (from: number, to: number) => change({ ...value, [list]: moved(items, from, to) })
  const remove = (id: string) => change({ ...value, [list]: items.filter((one) => one.id !== id) })
  const errorsOf = (id: string) =>
    (checked?.errors ?? []).filter(({ field }) => field.startsWith(`${list}[${id}]`)).length
  return (
    <section className="section" aria-label={label}>
      <div className="row">
        <h2>
          {label} {items.length} <span className="quiet">{note}</span>
        </h2>
        <DeskButton text={`添加${label}`} look="small end" onClick={onAdd} />
      </div>
      <ol className="items">
        {items.map((item, at) => (
          <li key={item.id} className="row">
            {'url' in item && <img src={item.url} alt="" width={60} height={20} />}
            <button
              type="button"
              className="link grow"
              aria-pressed={chosen?.id === item.id}
              onClick={() => onChoose({ list, id: item.id })}
            >
              {item.title || '未命名'}
              {errorsOf(item.id) > 0 && <span className="two risk">{errorsOf(item.id)} 处错误</span>}
            </button>
            <DeskButton
              text="↑"
              look="small"
              aria-label={`上移 ${item.title}`}
              disabled={at === 0}
              onClick={() => move(at, at - 1)}
            />
            <DeskButton
              text="↓"
              look="small"
              aria-label={`下移 ${item.title}`}
              disabled={at === items.length - 1}
              onClick={() => move(at, at + 1)}
            />
            <DeskButton
              text="删除"
              look="small danger"
              aria-label={`删除 ${item.title}`}
              onClick={() => remove(item.id)}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}
