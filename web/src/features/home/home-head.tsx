import type { ReactNode } from 'react'
import { Logo, Wordmark } from '../../ui/logo.tsx'
import styles from './home-head.module.css'
import type { HomeSearchFieldProps } from './home-search-field.tsx'
import { HomeSearchField } from './home-search-field.tsx'

const skyline =
  'M2 87.5h226M20 87V58h22v29M26 64h3M33 64h3M26 71h3M33 71h3M26 78h3M33 78h3M52 87V38l16-9v58M58 46h4M58 54h4M58 62h4' +
  'M58 70h4M82 87V50h26v37M88 58h5M97 58h5M88 66h5M97 66h5M88 74h5M97 74h5M120 87V20h20v67M130 20V8M126 28h8M126 36h8' +
  'M126 44h8M126 52h8M126 60h8M126 68h8M152 87V44l14-7 14 7v43M159 52h4M169 52h4M159 60h4M169 60h4M159 68h4M169 68h4' +
  'M192 87V60h24v27M198 67h4M206 67h4M198 75h4M206 75h4'

type Props = {
  field: HomeSearchFieldProps
  isSearchOpen: boolean
  /** The search panel of the sticky bar covers the head. */
  isCovered: boolean
  notice: ReactNode
}

/** Head of Home: logo, search field and notice over a skyline. */
export function HomeHead({ field, isSearchOpen, isCovered, notice }: Props) {
  return (
    <header className={styles.head} inert={isCovered}>
      <svg className={styles.sky} viewBox="0 0 230 88" fill="none" stroke="currentColor" aria-hidden="true">
        <path d={skyline} strokeWidth="1.2" strokeLinejoin="round" />
      </svg>
      <h1 className={styles.name}>
        <Logo size={30} />
        <Wordmark size={21} />
      </h1>
      <HomeSearchField field={field} variant="hero" isOpen={isSearchOpen} />
      <div className={styles.notice} inert={isSearchOpen}>
        {notice}
      </div>
    </header>
  )
}
