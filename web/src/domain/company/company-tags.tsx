import { Tag } from '../../ui/tag.tsx'
import { listCompanyTags, type TaggedCompany } from './company-tag-list.ts'
import styles from './company-tags.module.css'

/** Tags of a company, wrapped over several lines if needed. `note` adds a grey tag. */
export function CompanyTags({ company, note }: { company: TaggedCompany; note?: string | undefined }) {
  const tags = listCompanyTags(company)
  if (tags.length === 0 && note === undefined) return null
  return (
    <span className={styles.tags}>
      {tags.map((tag) => (
        <Tag key={`${tag.tone}${tag.label}`} tone={tag.tone}>
          {tag.label}
        </Tag>
      ))}
      {note !== undefined && <Tag tone="mute">{note}</Tag>}
    </span>
  )
}
