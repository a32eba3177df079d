import { LOCK_DAYS_MAX, type UserAccount } from '@baiqicha/contract/desk/users'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { act } from './api.ts'
import { DeskButton, FieldList, Loaded, NoState, PageHead, Panel } from './elements.tsx'
import { goTo, useAct, useAttempt } from './hooks.ts'
import { PromptDialog } from './prompt-dialog.tsx'
import { minuteText } from './texts.ts'

const PATH = '/users'
const keyOf = (userId: string) => ['users show', userId]

/** One account, found by a complete mobile number or its id. The number is never part of the address. */
export function AccountsPage({ rest: userId }: { rest: string }) {
  return (
    <>
      <PageHead title="用户" note="按完整手机号或用户编号查找">
        <FindForm />
      </PageHead>
      {userId === '' ? (
        <NoState title="查找一个用户" text="输入完整手机号或用户编号；每次查看写入审计。" />
      ) : (
        <Account key={userId} userId={userId} />
      )}
    </>
  )
}

function FindForm() {
  const queries = useQueryClient()
  const [key, setKey] = useState('')
  const { error, setError, attempt } = useAttempt()
  function find(event: FormEvent) {
    event.preventDefault()
    if (key.trim() === '') return setError('请填写手机号或用户编号')
    void attempt(async () => {
      const account = await act('users show', { key })
      queries.setQueryData(keyOf(account.userId), account)
      setKey('')
      goTo(`${PATH}/${account.userId}`)
    })
  }
  return (
    <form className="row" aria-label="查找" onSubmit={find}>
      {error !== null && (
        <span className="risk" role="alert">
          {error}
        </span>
      )}
      <input
        aria-label="手机号或用户编号"
        placeholder="手机号或用户编号"
        autoComplete="off"
        value={key}
        maxLength={40}
        onChange={(event) => setKey(event.target.value)}
      />
      <DeskButton text="查找" type="submit" look="small" />
    </form>
  )
}

type Asked = 'end-sessions' | 'lock' | 'unlock' | null

function Account({ userId }: { userId: string }) {
  const found = useQuery({
    queryKey: keyOf(userId),
    queryFn: () => act('users show', { key: userId }),
    // What is already shown is not looked up, and audited, again.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return <Loaded query={found}>{(account) => <AccountView account={account} />}</Loaded>
}

function AccountView({ account }: { account: UserAccount }) {
  const run = useAct()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<Asked>(null)
  const { userId, lock, devices, counts } = account
  // The lock that the operator saw when the dialog was opened.
  const [lockedAt, setLockedAt] = useState<number | null>(null)
  const ask = (step: Asked) => {
    setLockedAt(lock?.lockedAt ?? null)
    setAsked(step)
  }
  /** A refusal shows what another operator did meanwhile; the dialog keeps its input. */
  const refreshing = async (work: Promise<unknown>) => {
    try {
      await work
    } catch (failure) {
      void queries.invalidateQueries({ queryKey: keyOf(userId) })
      throw failure
    }
  }
  const close = () => setAsked(null)
  return (
    <div className="split">
      <div className="scroll">
        <Panel title="账户">
          <FieldList
            rows={[
              ['编号', userId],
              ['手机号', account.mobileMasked],
              ['昵称', account.nickname],
              ['注册', minuteText(account.registeredAt)],
              ['登录方式', account.hasPassword ? '验证码、密码' : '验证码'],
              ['会员', membershipOf(account)],
              ['注销', account.eraseAt === null ? null : `${minuteText(account.eraseAt)} 删除`],
            ]}
          />
        </Panel>
        <table>
          <caption>
            设备 <span className="quiet">{devices.length}</span>
          </caption>
          <tbody>
            {devices.length === 0 && (
              <tr>
                <td className="quiet">没有登录中的设备。</td>
              </tr>
            )}
            {devices.map((device) => (
              <tr key={`${device.deviceType} ${device.signedInAt}`}>
                <td className="key">{device.deviceType}</td>
                <td>{device.source ?? '本站登录'}</td>
                <td className="num">
                  {minuteText(device.signedInAt)} 登录
                  <span className="two">最近使用 {minuteText(device.lastUsedAt)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <Panel title="计数">
          <FieldList
            rows={[
              ['关注', `${counts.follows} 家`],
              ['浏览', `${counts.views} 条`],
              ['搜索', `${counts.searches} 条`],
              ['提问', `${counts.questions} 次（24 小时内）`],
              ['联系方式', `${counts.contacts} 次（24 小时内）`],
              ['反馈', `${counts.feedback} 条`],
              ['纠错', `${counts.corrections} 件`],
            ]}
          />
        </Panel>
      </div>
      <aside className="column side-column">
        <Panel title="停用">
          {lock === null ? (
            <p className="quiet">未停用。</p>
          ) : (
            <FieldList
              rows={[
                ['理由', lock.reason],
                ['停用', minuteText(lock.lockedAt)],
                ['到期', `${minuteText(lock.endsAt)} 自动恢复`],
              ]}
            />
          )}
          <div className="row wrap">
            <DeskButton text={lock === null ? '停用账户' : '更改停用'} look="danger" onClick={() => ask('lock')} />
            {lock !== null && <DeskButton text="恢复账户" onClick={() => ask('unlock')} />}
          </div>
        </Panel>
        <Panel title="登录">
          <p className="quiet">用户可再次登录。</p>
          <DeskButton text="结束全部登录" disabled={devices.length === 0} onClick={() => setAsked('end-sessions')} />
        </Panel>
      </aside>
      {asked === 'lock' && (
        <PromptDialog
          title="停用这个账户？"
          text={`用户立即看到“账户已停用”与理由，仍可导出数据、注销和反馈。至多 ${LOCK_DAYS_MAX} 天，到期自动恢复。`}
          day="停用至（含当日）"
          reason="理由（用户可见）"
          confirm="停用"
          isDanger
          onConfirm={({ reason, day }) => refreshing(run('users lock', { userId, reason, until: day, lockedAt }))}
          onClose={close}
        />
      )}
      {asked === 'unlock' && (
        <PromptDialog
          title="恢复这个账户？"
          reason="理由"
          confirm="恢复"
          onConfirm={({ reason }) => refreshing(run('users unlock', { userId, reason, lockedAt }))}
          onClose={close}
        />
      )}
      {asked === 'end-sessions' && (
        <PromptDialog
          title="结束全部登录？"
          reason="理由"
          confirm="结束"
          onConfirm={({ reason }) => run('users end-sessions', { userId, reason })}
          onClose={close}
        />
      )}
    </div>
  )
}

const membershipOf = ({ vipExpireAt, vipSource }: UserAccount) =>
  vipExpireAt === null ? '无' : `至 ${minuteText(vipExpireAt).slice(0, 10)}（${vipSource ?? '-'}）`
