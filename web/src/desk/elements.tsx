import { SEARCHED_ROWS } from '@baiqicha/contract/desk/action'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { datedFileName, saveFile } from '../lib/save-file.ts'
import { Logo, Wordmark } from '../ui/logo.tsx'
import { addressOf, messageOf, useAddress } from './hooks.ts'

type SaveButtonProps = {
  label: string
  /** Beginning of the file's name. */
  name: string
  /** @throws Error whose message is shown */
  load: () => Promise<{ csv: string; rows: number }>
}

/** Saves a table as a file, and says how many rows it has. */
export function SaveButton({ label, name, load }: SaveButtonProps) {
  const [text, setText] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  async function save() {
    setIsBusy(true)
    try {
      const { csv, rows } = await load()
      saveFile(datedFileName(name, 'csv'), new Blob([csv], { type: 'text/csv' }))
      setText(`已导出 ${rows} 行`)
    } catch (failure) {
      setText(messageOf(failure))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <output className="quiet">{text}</output>
      <DeskButton text={label} look="small" disabled={isBusy} onClick={() => void save()} />
    </>
  )
}

type DeskButtonProps = Omit<ComponentProps<'button'>, 'className' | 'children'> & {
  text: string
  /** Its classes of desk.css, such as `small`, `primary`, `danger` and `end`. */
  look?: string
}

export const DeskButton = ({ text, look = '', ...rest }: DeskButtonProps) => (
  <button type="button" className={`bt ${look}`} {...rest}>
    {text}
  </button>
)

/** Link to an address of the desk. `look`: its classes of desk.css. */
export const DeskLink = ({ to, text, look = 'link' }: { to: string; text: string; look?: string }) => (
  <a className={look} href={to}>
    {text}
  </a>
)

/** A part of a page with its title. */
export const Panel = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <section className="section">
    <h2>{title}</h2>
    {children}
  </section>
)

/** Choices of a `select`. */
export const SelectOptions = ({
  options,
}: {
  options: readonly (readonly [value: string | number, label: string])[]
}) =>
  options.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))

type Attributes = 'maxLength' | 'placeholder' | 'autoComplete' | 'inputMode' | 'required' | 'min' | 'className'
type LabelledInputProps = Pick<ComponentProps<'input'>, Attributes> & {
  label: string
  value: string
  /** What is wrong with the value. */
  error?: string | undefined
  /** Lines of a text; absent: one line. */
  rows?: number
  type?: 'text' | 'date' | 'datetime-local' | 'password' | 'search'
  onChange: (value: string) => void
}

/** A labelled field with its error. */
export function LabelledInput({ label, value, error, rows, type = 'text', onChange, ...rest }: LabelledInputProps) {
  const errorId = useId()
  const common = {
    ...rest,
    value,
    'aria-invalid': error !== undefined,
    'aria-describedby': error === undefined ? undefined : errorId,
  }
  return (
    <div className="field">
      <label>
        <span>{label}</span>
        {rows === undefined ? (
          <input {...common} type={type} onChange={(event) => onChange(event.target.value)} />
        ) : (
          <textarea {...common} rows={rows} onChange={(event) => onChange(event.target.value)} />
        )}
      </label>
      {error !== undefined && (
        <small id={errorId} className="risk">
          {error}
        </small>
      )}
    </div>
  )
}

/** Labels and values; rows without a value are left out. */
export const FieldList = ({ rows }: { rows: readonly [label: string, value: ReactNode][] }) => (
  <dl className="fields">
    {rows.map(([label, value]) =>
      value === null ? null : (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ),
    )}
  </dl>
)

export const LoadingState = () => (
  <div className="state" aria-busy="true">
    <span className="bars" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
    <output>正在加载</output>
  </div>
)

/** Why something failed; null: nothing. */
export const ErrorLine = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <p className="error" role="alert">
      {text}
    </p>
  )

export const NoState = ({ title, text }: { title: string; text?: string }) => (
  <div className="state">
    <b>{title}</b>
    {text !== undefined && <p>{text}</p>}
  </div>
)

/** No match on a page of a search. `next`: of the page with older rows; null: there are none. */
export const NothingFound = ({ next }: { next: string | number | null }) => (
  <NoState title={next === null ? '没有符合条件的记录' : `这 ${SEARCHED_ROWS} 条中没有符合条件的记录`} />
)

export const FailedState = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <div className="state" role="alert">
    <b>没有加载成功</b>
    <p>{error.message}</p>
    <DeskButton text="重试" onClick={onRetry} />
  </div>
)

/** The data of a query, or one of the states without them. */
export function Loaded<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  if (query.isPending) return <LoadingState />
  if (query.isError) return <FailedState error={query.error} onRetry={() => void query.refetch()} />
  return children(query.data)
}

/** Title of a page with its buttons. */
export const PageHead = ({ title, note, children }: { title: ReactNode; note?: ReactNode; children?: ReactNode }) => (
  <header className="head">
    <h1>{title}</h1>
    {note !== undefined && <span className="quiet">{note}</span>}
    <div className="head-end">{children}</div>
  </header>
)

type PagerProps = {
  /** Where the next page begins; null: there is none. */
  next: string | number | null
  /** Parameter of the address that says where the shown page begins. */
  parameter?: string
  /** Of the list, where the address also names one of its rows. */
  path?: string
  /** A page of a search is the matches in a number of rows. */
  isSearch?: boolean
}

/** Link to the next page of a list, and to the first, under the filters of the address. */
export function Pager({ next, parameter = 'after', path, isSearch = false }: PagerProps) {
  const address = useAddress()
  const isFirst = !address.params.get(parameter)
  const addressFrom = (start: string | null) =>
    addressOf(path ?? address.path, { ...Object.fromEntries(address.params), [parameter]: start })
  if (isFirst && next === null) return null
  return (
    <nav className="pager" aria-label="翻页">
      {!isFirst && <DeskLink look="bt small" to={addressFrom(null)} text="回到首页" />}
      {next !== null && (
        <DeskLink
          look="bt small"
          to={addressFrom(String(next))}
          text={isSearch ? `查找再早的 ${SEARCHED_ROWS} 条` : '下一页'}
        />
      )}
    </nav>
  )
}

type ChoicesProps = { label: string; choices: readonly [text: string, address: string, isOn: boolean][] }

/** Choices of which one is open, each an address. */
export const Choices = ({ label, choices }: ChoicesProps) => (
  <nav className="choices" aria-label={label}>
    {choices.map(([text, address, isOn]) => (
      <a key={text} href={address} aria-current={isOn ? 'true' : undefined}>
        {text}
      </a>
    ))}
  </nav>
)

/** The name of the product above the pages and the login. */
export const DeskBrand = () => (
  <div className="brand">
    <Logo size={28} />
    <Wordmark size={21} />
    <small>后台</small>
  </div>
)

type Props<T> = {
  caption?: string
  heads?: readonly string[]
  /** How many of the last columns are numbers or times, which end at the right. */
  numbers?: number
  items: readonly T[]
  /** The `tr` of an item. */
  renderRow: (item: T) => ReactNode
  /** In place of a table without rows. */
  empty: ReactNode
  pager?: PagerProps
}

/** Heads of columns, of which the last `numbers` end at the right. */
export const TableHead = ({ heads, numbers = 0 }: { heads: readonly string[]; numbers?: number }) => (
  <thead>
    <tr>
      {heads.map((head, at) => (
        <th key={head} className={at >= heads.length - numbers ? 'num' : undefined}>
          {head}
        </th>
      ))}
    </tr>
  </thead>
)

/** A page of a list. */
export function ListTable<T>({ caption, heads = [], numbers = 0, items, renderRow, empty, pager }: Props<T>) {
  return (
    <>
      {items.length === 0 ? (
        empty
      ) : (
        <table>
          {caption !== undefined && <caption>{caption}</caption>}
          {heads.length > 0 && <TableHead heads={heads} numbers={numbers} />}
          <tbody>{items.map(renderRow)}</tbody>
        </table>
      )}
      {pager !== undefined && <Pager {...pager} />}
    </>
  )
}

type PagedProps<T> = Omit<Props<T>, 'items' | 'pager'> & {
  /** `next`: absent for a list without pages. */
  query: UseQueryResult<{ items: readonly T[]; next?: string | number | null }>
  pager?: Omit<PagerProps, 'next'>
}

/** A list that is loaded, with links to the next and to the first page where it has pages. */
export const PagedList = <T,>({ query, pager, ...table }: PagedProps<T>) => (
  <Loaded query={query}>
    {({ items, next }) => (
      <ListTable {...table} items={items} {...(next !== undefined && { pager: { ...pager, next } })} />
    )}
  </Loaded>
)

/** A list that is loaded, and scrolls by itself. */
export const ScrolledList = <T,>(props: PagedProps<T>) => (
  <div className="scroll">
    <PagedList {...props} />
  </div>
)
