import { Tag } from '../ui/tag.tsx'
import utility from '../ui/utility.module.css'
import { listCompanyTags, type TaggedCompany } from './company-tag-list.ts'
import styles from './company-tags.module.css'

/** A company's tags, in at most as many lines as they need; `note` is a grey one of the place that shows them. */
export function CompanyTags({ company, note }: { company: TaggedCompany; note?: string | undefined }) {
  const tags = listCompanyTags(company)
  if (tags.length === 0 && note === undefined) return null
  return (
    <span className={styles.tags}>
      {tags.map((tag) => (
        <Tag key={`${tag.tone}${tag.label}`} tone={tag.tone}>
          <span className={utility.clip}>{tag.label}</span>
        </Tag>
      ))}
      {note !== undefined && <Tag tone="mute">{note}</Tag>}
    </span>
  )
}
