import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import { newSourceSchema, sourceKindLabels, sourceKinds } from '@baiqicha/contract/desk/sources'
import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { DeskButton, DeskLink, ErrorLine, Loaded, NoState, PageHead, SelectOptions, TableHead } from './elements.tsx'
import { addressOf, useAct, useAttempt, useRead } from './hooks.ts'
import { StateTag } from './imports-page.tsx'
import { countText, minuteText } from './texts.ts'

type Source = DeskOutput<'sources list'>['items'][number]
const cellText = (count: number | undefined) => (count === undefined ? '-' : countText(count))

/** What each source covers, and what its newest import stored. */
export function SourcesPage() {
  const list = useRead('sources list', {})
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      <PageHead title="数据来源" note={list.data && `${list.data.items.length} 个`}>
        <DeskButton text="添加来源" look="small" aria-expanded={isAdding} onClick={() => setIsAdding(!isAdding)} />
      </PageHead>
      {isAdding && <AddForm onDone={() => setIsAdding(false)} />}
      <div className="scroll">
        <Loaded query={list}>
          {({ items }) =>
            items.length === 0 ? (
              <NoState title="没有数据来源" text="来源随第一次导入登记。" />
            ) : (
              <table>
                <TableHead
                  heads={['内容', '覆盖范围与读者所见', '截至', '最近导入', '读取', '收录', '未收录', '待对应']}
                  numbers={4}
                />
                {items.map((source) => (
                  <SourceRows key={source.id} {...source} />
                ))}
              </table>
            )
          }
        </Loaded>
      </div>
    </>
  )
}

const SourceRows = ({ id, name, scope, url, licence, isDemo, parts }: Source) => (
  <tbody>
    <tr className="band">
      <th colSpan={8} scope="rowgroup">
        <b>{name}</b> {isDemo && <span className="tag mute">只对演示企业</span>} {id} · {scope} · {licence}
        {url !== null && (
          <>
            {' · '}
            <a className="quiet" href={url} target="_blank" rel="noreferrer">
              网站
            </a>
          </>
        )}
      </th>
    </tr>
    {parts.length === 0 && (
      <tr>
        <td colSpan={8} className="quiet">
          没有导入。
        </td>
      </tr>
    )}
    {parts.map(({ title, covers, inside, outside, asOf, lastImport }) => (
      <tr key={title}>
        <td>{title}</td>
        <td>
          {covers ?? '-'}
          {inside !== null && <span className="two">{inside}</span>}
          {outside !== null && <span className="two">{outside}</span>}
        </td>
        <td className="fixed">{asOf ?? '-'}</td>
        <td className="fixed">
          {lastImport === null ? (
            '-'
          ) : (
            <>
              <DeskLink to={addressOf(`/imports/${lastImport.number}`)} text={`#${lastImport.number}`} />{' '}
              {lastImport.state !== 'done' && <StateTag state={lastImport.state} />}
              <span className="two">{minuteText(lastImport.at)}</span>
            </>
          )}
        </td>
        <td className="num">{cellText(lastImport?.rowsRead)}</td>
        <td className="num">{cellText(lastImport?.stored)}</td>
        <td className={`num ${(lastImport?.rejected ?? 0) > 0 ? 'warn' : ''}`}>{cellText(lastImport?.rejected)}</td>
        <td className="num">{cellText(lastImport?.pending)}</td>
      </tr>
    ))}
  </tbody>
)

const fields = [
  ['id', 'id，如 city-register'],
  ['name', '名称'],
  ['scope', '范围，如 A 股上市公司'],
  ['licence', '许可'],
  ['url', '网址，可不填'],
] as const

/** Registers a source, whose files can then be imported. */
function AddForm({ onDone }: { onDone: () => void }) {
  const run = useAct()
  const { error, setError, attempt } = useAttempt()
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = z.safeParse(newSourceSchema, Object.fromEntries(new FormData(event.currentTarget)))
    if (!typed.success)
      return setError('id 只用小写字母、数字和连字符；除网址外都须填写，网址以 http:// 或 https:// 开头。')
    if (await attempt(() => run('sources add', typed.data))) onDone()
  }
  return (
    <form className="tools" aria-label="添加来源" onSubmit={(event) => void submit(event)}>
      {fields.map(([name, label]) => (
        <input key={name} name={name} aria-label={label} placeholder={label} maxLength={300} />
      ))}
      <select name="kind" aria-label="类型">
        <SelectOptions options={sourceKinds.map((kind) => [kind, sourceKindLabels[kind]])} />
      </select>
      <DeskButton text="添加" type="submit" look="small" />
      <ErrorLine text={error} />
    </form>
  )
}
