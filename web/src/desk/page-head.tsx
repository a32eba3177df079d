import { SEARCHED_ROWS } from '@baiqicha/contract/desk/fields'
import type { ReactNode } from 'react'
import { Logo, Wordmark } from '../ui/logo.tsx'

/** Title of a page with its buttons. */
export const PageHead = ({ title, note, children }: { title: ReactNode; note?: ReactNode; children?: ReactNode }) => (
  <header className="head">
    <h1>{title}</h1>
    {note !== undefined && <span className="quiet">{note}</span>}
    <div className="head-end">{children}</div>
  </header>
)

type PagerProps = {
  first: string | null
  next: string | null
  /** A page of a search is the matches in a number of rows. */
  isSearch?: boolean
}

/** Link to the next page of a list, and to the first. */
export const Pager = ({ first, next, isSearch = false }: PagerProps) =>
  first === null && next === null ? null : (
    <nav className="pager" aria-label="翻页">
      {first !== null && (
        <a className="bt small" href={first}>
          回到首页
        </a>
      )}
      {next !== null && (
        <a className="bt small" href={next}>
          {isSearch ? `查找再早的 ${SEARCHED_ROWS} 条` : '下一页'}
        </a>
      )}
    </nav>
  )

/** Choices of which one is open, each an address. */
export const Choices = ({
  label,
  choices,
}: {
  label: string
  choices: readonly [text: string, address: string, isOn: boolean][]
}) => (
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
