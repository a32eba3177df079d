import { totalText } from '@baiqicha/contract/desk/fields'
import { feedbackKinds, feedbackStates } from '@baiqicha/contract/feedback'
import { type FormEvent, useState } from 'react'
import { addressOf, goTo, useAddress } from './address.ts'
import {
  Choices,
  DeskButton,
  DeskLink,
  Loaded,
  NoState,
  NothingFound,
  PageHead,
  Pager,
  SelectOptions,
} from './elements.tsx'
import { ThreadView } from './feedback-case.tsx'
import { minuteText } from './time-text.ts'
import { useRead } from './use-action.ts'

const PATH = '/feedback'
const answered = feedbackStates.filter((state) => state === '已回复' || state === '已关闭')

/** The inbox beside the open feedback. */
export function InboxView({ rest: number }: { rest: string }) {
  const { params } = useAddress()
  const state = feedbackStates.find((one) => one === params.get('state')) ?? null
  const kind = feedbackKinds.find((one) => one === params.get('kind')) ?? null
  const search = params.get('search')
  const after = params.get('after')
  const list = useRead('feedback list', { state, kind, search, after })
  const wanted = { state, kind, search }
  const filters = { ...wanted, after }
  return (
    <>
      <PageHead title="反馈" note={list.data?.total == null ? undefined : `${totalText(list.data.total)} 条`}>
        <Choices
          label="状态"
          choices={[
            ['待回复', addressOf(PATH, { kind }), state === null && search === null],
            ...answered.map((one): [string, string, boolean] => [
              one,
              addressOf(PATH, { ...wanted, state: one }),
              state === one,
            ]),
          ]}
        />
      </PageHead>
      <InboxFilters key={JSON.stringify(wanted)} wanted={wanted} />
      <div className="inbox">
        <div className="column list">
          <Loaded query={list}>
            {({ items, next }) => (
              <>
                {items.length === 0 ? (
                  state === null && kind === null && search === null ? (
                    <NoState title="没有待回复的反馈" />
                  ) : (
                    <NothingFound next={next} />
                  )
                ) : (
                  <ul>
                    {items.map((item) => (
                      <li key={item.number}>
                        <a
                          href={addressOf(`${PATH}/${item.number}`, filters)}
                          aria-current={item.number === number ? 'true' : undefined}
                        >
                          <span className="row">
                            <span className={item.kind === '隐私与删除' ? 'warn' : 'quiet'}>{item.kind}</span>
                            <span className="quiet end">{minuteText(item.createdAt)}</span>
                          </span>
                          <b>{item.excerpt}</b>
                          <span className="two">{item.number}</span>
                        </a>
                      </li>
                    ))}
                  </ul>
                )}
                <Pager
                  first={after === null ? null : addressOf(PATH, wanted)}
                  next={next === null ? null : addressOf(PATH, { ...wanted, after: next })}
                  isSearch={search !== null}
                />
              </>
            )}
          </Loaded>
        </div>
        {number === '' ? (
          <NoState title="选择一条反馈" text="隐私与删除在前，其余最早的在前。" />
        ) : (
          <ThreadView key={number} number={number} />
        )}
      </div>
    </>
  )
}

type Wanted = Record<'state' | 'kind' | 'search', string | null>

/** Words and kind; a search reads every state unless one is chosen. */
function InboxFilters({ wanted }: { wanted: Wanted }) {
  const [search, setSearch] = useState(wanted.search ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    goTo(PATH, { ...wanted, search: search.trim() })
  }
  return (
    <form className="tools" aria-label="查找" onSubmit={submit}>
      <input
        type="search"
        aria-label="编号或文字"
        placeholder="编号或文字"
        value={search}
        maxLength={60}
        onChange={(event) => setSearch(event.target.value)}
      />
      <select
        aria-label="类型"
        value={wanted.kind ?? ''}
        onChange={(event) => goTo(PATH, { ...wanted, kind: event.target.value })}
      >
        <option value="">全部类型</option>
        <SelectOptions options={feedbackKinds.map((kind) => [kind, kind])} />
      </select>
      <DeskButton text="查找" type="submit" look="small" />
      {wanted.search !== null && (
        <DeskLink look="bt small" to={addressOf(PATH, { ...wanted, search: null })} text="清除" />
      )}
    </form>
  )
}
