import { feedbackStates } from '@baiqicha/contract/feedback'
import { addressOf, useAddress } from './address.ts'
import { ThreadView } from './feedback-case.tsx'
import { Choices, PageHead, Pager } from './page-head.tsx'
import { Loaded, NoState } from './states.tsx'
import { minuteText } from './time-text.ts'
import { useRead } from './use-action.ts'

const PATH = '/feedback'
const answered = feedbackStates.filter((state) => state === '已回复' || state === '已关闭')

/** The inbox beside the open feedback. */
export function InboxView({ rest: number }: { rest: string }) {
  const { params } = useAddress()
  const state = feedbackStates.find((one) => one === params.get('state')) ?? null
  const after = params.get('after')
  const list = useRead('feedback list', { state, after })
  const filters = { state, after }
  return (
    <>
      <PageHead title="反馈" note={list.data && `${list.data.total} 条`}>
        <Choices
          label="状态"
          choices={[
            ['待回复', addressOf(PATH), state === null],
            ...answered.map((one): [string, string, boolean] => [one, addressOf(PATH, { state: one }), state === one]),
          ]}
        />
      </PageHead>
      <div className="inbox">
        <div className="column list">
          <Loaded query={list}>
            {({ items, next }) =>
              items.length === 0 ? (
                <NoState title={state === null ? '没有待回复的反馈' : '没有这样的反馈'} />
              ) : (
                <>
                  <ul>
                    {items.map((item) => (
                      <li key={item.number}>
                        <a
                          href={addressOf(`${PATH}/${item.number}`, filters)}
                          aria-current={item.number === number ? 'true' : undefined}
                        >
                          <span className="row">
                            <span className={item.kind === '隐私与删除' ? 'warn' : 'quiet'}>{item.kind}</span>
                            <span className="quiet end">{minuteText(item.createdAt).slice(5)}</span>
                          </span>
                          <b>{item.excerpt}</b>
                          <span className="two">{item.number}</span>
                        </a>
                      </li>
                    ))}
                  </ul>
                  <Pager
                    first={after === null ? null : addressOf(PATH, { state })}
                    next={next === null ? null : addressOf(PATH, { state, after: next })}
                  />
                </>
              )
            }
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
