import { classNames } from '../../lib/class-names.ts'
import { Logo } from '../../ui/logo.tsx'
import { HomeSearchField } from './home-search-field.tsx'
import type { HomeSearchFieldProps } from './search-field-props.ts'
import styles from './sticky-search.module.css'

export function StickySearch({ field, isOpen }: { field: HomeSearchFieldProps; isOpen: boolean }) {
  return (
    <div className={classNames(styles.bar, isOpen && styles.open)}>
      <Logo size={28} />
      <HomeSearchField field={field} variant="bar" formLabel="顶部搜索" isOpen={isOpen} />
    </div>
  )
}
