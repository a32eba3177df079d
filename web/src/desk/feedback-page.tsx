import { totalText } from '@baiqicha/contract/desk/action'
import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import { FEEDBACK_ANSWER_LIMIT } from '@baiqicha/contract/desk/feedback'
import { feedbackKinds, feedbackStates } from '@baiqicha/contract/feedback'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import {
  Choices,
  DeskButton,
  DeskLink,
  ErrorLine,
  FieldList,
  LabelledInput,
  Loaded,
  NoState,
  NothingFound,
  PageHead,
  Pager,
  Panel,
  SelectOptions,
} from './elements.tsx'
import { addressOf, goTo, useAct, useAddress, useAttempt, useRead } from './hooks.ts'
import { PictureViewer } from './picture-viewer.tsx'
import { PromptDialog } from './prompt-dialog.tsx'
import { minuteText } from './texts.ts'

type Thread = DeskOutput<'feedback show'>

const phrases = [
  '问题已修复，请刷新页面。若仍出现，请附上截图。',
  '我们已复现，修复后在这里回复您。',
  '数据问题请走“纠错”，20 日内答复，进度可查。',
]

/** One feedback: its thread with the answer, and its sender. */
function ThreadView({ number }: { number: string }) {
  const found = useRead('feedback show', { number })
  return <Loaded query={found}>{(thread) => <CaseOf thread={thread} />}</Loaded>
}

const UserLink = ({ userId }: { userId: string }) => <DeskLink to={addressOf(`/users/${userId}`)} text={userId} />

/** Offers to withdraw the newest answer, with the time that is left. */
function Withdrawal({ until, onWithdraw }: { until: number; onWithdraw: () => void }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000))
  if (seconds === 0) return null
  return (
    <>
      <span className="quiet">
        还可撤回 {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
      </span>
      <button type="button" className="link" onClick={onWithdraw}>
        撤回
      </button>
    </>
  )
}

type Asked = 'contact' | 'close' | 'reopen' | null

function CaseOf({ thread }: { thread: Thread }) {
  const run = useAct()
  const [asked, setAsked] = useState<Asked>(null)
  const [contact, setContact] = useState<string | null>(null)
  const { error, attempt } = useAttempt()
  const { number, state } = thread
  const isClosed = state === '已关闭'
  const done = () => setAsked(null)
  const withdraw = () => void attempt(() => run('feedback withdraw', { number }))
  const take = () => void attempt(() => run('feedback take', { number }))
  return (
    <>
      <div className="column">
        <div className="row section">
          <h2>{number}</h2>
          <span className="tag">{state}</span>
          <div className="row end">
            {(state === '已提交' || state === '已回复') && <DeskButton text="开始处理" look="small" onClick={take} />}
            <DeskButton
              text={isClosed ? '重新打开' : '关闭'}
              look="small"
              onClick={() => setAsked(isClosed ? 'reopen' : 'close')}
            />
          </div>
        </div>
        <ErrorLine text={error} />
        <ol className="messages">
          {thread.entries.map((entry, at) => (
            <li key={`${entry.at} ${entry.author}`} className={entry.author}>
              <div className="row">
                <b>{entry.author === 'user' ? '提交人' : '客服'}</b>
                {at === thread.entries.length - 1 && thread.withdrawableUntil !== null && (
                  <Withdrawal until={thread.withdrawableUntil} onWithdraw={withdraw} />
                )}
                <span className="quiet end">{minuteText(entry.at)}</span>
              </div>
              <p>{entry.content}</p>
            </li>
          ))}
        </ol>
        {!isClosed && <AnswerForm number={number} readUntil={thread.entries.at(-1)?.at ?? null} />}
      </div>
      <aside className="column side-column">
        <Panel title="提交人">
          <FieldList
            rows={[
              ['联系方式', contact ?? thread.contactMasked ?? '无'],
              ['用户', thread.userId === null ? '未登录' : <UserLink key="user" userId={thread.userId} />],
              ['类型', thread.kind],
              ['提交', minuteText(thread.createdAt)],
              ['诊断信息', thread.context],
            ]}
          />
          {thread.contactMasked !== null && contact === null && (
            <DeskButton text="显示完整联系方式" look="small" onClick={() => setAsked('contact')} />
          )}
        </Panel>
        <Panel title="图片">
          <PictureViewer action="feedback picture" number={number} pictures={thread.pictures} />
        </Panel>
      </aside>
      {asked === 'contact' && (
        <PromptDialog
          title="显示完整联系方式"
          text="写入审计，每天至多 20 次。"
          reason="理由"
          needsCode
          confirm="显示"
          onConfirm={async ({ reason, totp }) =>
            setContact((await run('feedback contact', { number, reason }, totp)).contact)
          }
          onClose={done}
        />
      )}
      {(asked === 'close' || asked === 'reopen') && (
        <PromptDialog
          title={asked === 'close' ? '关闭这条反馈？' : '重新打开这条反馈？'}
          {...(asked === 'close' && { text: '提交人不能再补充。' })}
          reason="理由"
          confirm={asked === 'close' ? '关闭' : '重新打开'}
          onConfirm={({ reason }) => run(`feedback ${asked}`, { number, reason })}
          onClose={done}
        />
      )}
    </>
  )
}

function AnswerForm({ number, readUntil }: { number: string; readUntil: number | null }) {
  const run = useAct()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const { error, setError, isBusy, attempt } = useAttempt()
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') return setError('请填写回复')
    if (await attempt(() => run('feedback answer', { number, text, readUntil }))) setText('')
    // Shows what was written meanwhile; the text stays in the form.
    else void queries.invalidateQueries({ queryKey: ['feedback show'] })
  }
  return (
    <form className="section" onSubmit={(event) => void submit(event)}>
      <LabelledInput
        label="回复（纯文字，号码自动遮盖）"
        value={text}
        rows={4}
        maxLength={FEEDBACK_ANSWER_LIMIT}
        onChange={setText}
      />
      <div className="row wrap">
        {phrases.map((phrase) => (
          <DeskButton
            key={phrase}
            text={`${phrase.slice(0, 8)}…`}
            look="small"
            onClick={() => setText((before) => before + phrase)}
          />
        ))}
        <DeskButton text="回复" type="submit" look="primary end" disabled={isBusy} />
      </div>
      <ErrorLine text={error} />
    </form>
  )
}

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
                <Pager next={next} path={PATH} isSearch={search !== null} />
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
