import { type ReactNode, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import styles from './logo-placeholder.module.css'

/** Number of hues in tokens.css (`--ph-1` … `--ph-10`). */
export const PLACEHOLDER_HUES = 10

/** Hue of a company: the FNV-1a hash of its id, so that it is the same at every load. */
export function placeholderColour(companyId: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < companyId.length; at += 1) {
    hash = Math.imul(hash ^ companyId.charCodeAt(at), 0x01000193) >>> 0
  }
  return `var(--ph-${1 + (hash % PLACEHOLDER_HUES)})`
}

type Props = {
  company: { id: string; name: string; logo: string | null; logoText: string }
  size?: 'xs' | 'sm' | 'md' | 'lg'
}

/** Three characters fit one row of the large logo, and three letters one of every logo; two rows are two and one. */
const isOneRow = (text: string, size: NonNullable<Props['size']>) =>
  text.length === 3 && (size === 'lg' || /^\w/.test(text))

/**
 * Logo of a company, or up to four characters of its name on the hue of the company. Hidden from screen readers: the
 * name is beside it.
 */
export function LogoPlaceholder({ company, size = 'sm' }: Props) {
  const className = `${styles.logo} ${styles[size]}`
  const { logo } = company
  const text = company.logoText === '' ? company.name : company.logoText
  const placeholder = (
    <span
      className={classNames(className, styles.text, isOneRow(text, size) && styles.row)}
      style={{ background: placeholderColour(company.id) }}
      aria-hidden="true"
    >
      {text}
    </span>
  )
  return logo === null ? placeholder : <Logo url={logo} className={className} placeholder={placeholder} />
}

/** The placeholder replaces an image that does not load. */
function Logo({ url, className, placeholder }: { url: string; className: string; placeholder: ReactNode }) {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) return placeholder
  return (
    <img
      className={className}
      src={url}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setIsBroken(true)}
    />
  )
}
