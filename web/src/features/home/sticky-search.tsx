import { Logo } from '../../ui/logo.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import type { HomeSearchField } from './search-field-props.ts'
import styles from './sticky-search.module.css'

export function StickySearch({ field }: { field: HomeSearchField }) {
  return (
    <div className={styles.bar}>
      <Logo size={28} />
      <SearchField {...field} formLabel="顶部搜索" submitLabel="查一下" isRotating />
    </div>
  )
}
