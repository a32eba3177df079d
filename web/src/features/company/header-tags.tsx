import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import { useState } from 'react'
import { listCompanyTags } from '../../domain/company/company-tag-list.ts'
import { CompanyTags } from '../../domain/company/company-tags.tsx'
import { Icon } from '../../ui/icon.tsx'
import utility from '../../ui/utility.module.css'
import { ExplanationSheet } from './explanation-sheet.tsx'
import { explainTags } from './explanations.ts'
import styles from './header-tags.module.css'

/** Tags of the company. A tap explains tags that are often misunderstood. */
export function HeaderTags({ detail }: { detail: CompanyDetail }) {
  const [isOpen, setIsOpen] = useState(false)
  const company = { ...detail, isDemo: false }
  const explanations = explainTags(listCompanyTags(company).map(({ label }) => label))
  if (explanations.length === 0) {
    return (
      <div className={styles.tags}>
        <CompanyTags company={company} />
      </div>
    )
  }
  return (
    <>
      <button track-id="tags" type="button" className={styles.tags} onClick={() => setIsOpen(true)}>
        <CompanyTags company={company} />
        <Icon name="info" size={16} className={styles.icon} />
        <span className={utility.spoken}>，这些标签的含义</span>
      </button>
      <ExplanationSheet title="标签的含义" explanations={explanations} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
