import { type OperatorRole, operatorRoleLabels, operatorRoles } from '@baiqicha/contract/desk/action'
import type { OperatorRow } from '@baiqicha/contract/desk/operators'
import { type FormEvent, useState } from 'react'
import { DeskButton, LabelledInput, NoState, PageHead, ScrolledList } from './elements.tsx'
import { useAct, useAddress, useRead } from './hooks.ts'
import { PromptDialog } from './prompt-dialog.tsx'
import { minuteText } from './texts.ts'

const stateLabels: Record<OperatorRow['state'], string> = {
  active: '正常',
  pending: '待设置',
  expired: '设置码已过期',
  disabled: '已停用',
}

type ShownCode = { name: string; setupCode: string; expiresAt: number }

/** A step to confirm. `take` returns the set-up code that the page then shows; null: the step makes none. */
type Asked = { title: string; text: string; take: (totp: string) => Promise<ShownCode | null> }

/** Operators: add, change roles, reset the authenticator, end sessions. */
export function OperatorsPage() {
  const run = useAct()
  const after = useAddress().params.get('after')
  const list = useRead('operators list', { after })
  const [selected, setSelected] = useState<OperatorRow | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [code, setCode] = useState<ShownCode | null>(null)
  const askToAdd = (name: string, roles: OperatorRole[]) =>
    setAsked({
      title: `添加 ${name}？`,
      text: '显示一次性设置码，24 小时内有效。',
      take: async (totp) => ({ name, ...(await run('operators add', { name, roles }, totp)) }),
    })
  const askToChange = ({ name, roles: base }: OperatorRow, roles: OperatorRole[]) =>
    setAsked({
      title: `更改 ${name} 的角色？`,
      text: '其登录随即结束。没有角色的操作员不能登录。',
      take: async (totp) => {
        await run('operators roles', { name, roles, base }, totp)
        return null
      },
    })
  const askToReset = ({ name }: OperatorRow) =>
    setAsked({
      title: `重置 ${name} 的验证器？`,
      text: '密码、验证器与恢复码作废，登录结束；显示新的设置码。',
      take: async (totp) => ({ name, ...(await run('operators reset-totp', { name }, totp)) }),
    })
  const askToEnd = ({ name }: OperatorRow) =>
    setAsked({
      title: `结束 ${name} 的全部登录？`,
      text: '须重新登录。',
      take: async (totp) => {
        await run('operators end-sessions', { name }, totp)
        return null
      },
    })
  return (
    <>
      <PageHead title="操作员" note={list.data && `${list.data.total} 人`} />
      {code !== null && (
        <output className="note">
          {code.name} 的设置码 <b className="mono">{code.setupCode}</b>，{minuteText(code.expiresAt)}{' '}
          前有效，只显示这一次。
        </output>
      )}
      <div className="split">
        <ScrolledList
          query={list}
          heads={['姓名', '角色', '状态', '登录', '操作']}
          numbers={2}
          empty={<NoState title="没有操作员" />}
          renderRow={(row) => (
            <tr key={row.name}>
              <td>{row.name}</td>
              <td>{row.roles.map((role) => operatorRoleLabels[role]).join('、') || '无'}</td>
              <td>{stateLabels[row.state]}</td>
              <td className="num">
                {row.sessions} 处{row.lastUsedAt !== null && <span className="two">{minuteText(row.lastUsedAt)}</span>}
              </td>
              <td className="num">
                <div className="row wrap">
                  <DeskButton text="改角色" look="small" onClick={() => setSelected(row)} />
                  <DeskButton text="重置验证器" look="small" onClick={() => askToReset(row)} />
                  <DeskButton text="结束登录" look="small" onClick={() => askToEnd(row)} />
                </div>
              </td>
            </tr>
          )}
        />
        <aside className="column side-column">
          <RoleForm
            key={selected?.name ?? ''}
            row={selected}
            onSubmit={(name, roles) => (selected === null ? askToAdd(name, roles) : askToChange(selected, roles))}
            onCancel={() => setSelected(null)}
          />
        </aside>
      </div>
      {asked !== null && (
        <PromptDialog
          title={asked.title}
          text={asked.text}
          needsCode
          confirm="确认"
          onConfirm={async ({ totp }) => {
            setCode(await asked.take(totp))
            setSelected(null)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

type RoleFormProps = {
  /** null: a new operator. */
  row: OperatorRow | null
  onSubmit: (name: string, roles: OperatorRole[]) => void
  onCancel: () => void
}

function RoleForm({ row, onSubmit, onCancel }: RoleFormProps) {
  const [name, setName] = useState(row?.name ?? '')
  const [roles, setRoles] = useState(row?.roles ?? [])
  const isReady = name.trim() !== '' && (row !== null || roles.length > 0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) onSubmit(name.trim(), roles)
  }
  return (
    <form className="section" onSubmit={submit}>
      <h2>{row === null ? '添加操作员' : `${row.name} 的角色`}</h2>
      {row === null && <LabelledInput label="姓名" value={name} maxLength={20} onChange={setName} />}
      <fieldset className="options">
        <legend className="spoken">角色</legend>
        {operatorRoles.map((role) => (
          <label key={role}>
            <input
              type="checkbox"
              checked={roles.includes(role)}
              onChange={(event) =>
                setRoles(event.target.checked ? [...roles, role] : roles.filter((one) => one !== role))
              }
            />
            <span>{operatorRoleLabels[role]}</span>
          </label>
        ))}
      </fieldset>
      <div className="row">
        {row !== null && <DeskButton text="取消" onClick={onCancel} />}
        <DeskButton text={row === null ? '添加' : '保存'} type="submit" look="primary end" disabled={!isReady} />
      </div>
    </form>
  )
}
